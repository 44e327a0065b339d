import { useClient } from '../client/index.js';
import { useStreamList } from '../stream-lists/use-stream-list.js';
import { knownSubscribers } from './known-subscribers.js';

/** Ids of the subscribers of a stream, loaded when a part of the page needs them; undefined until then. */
export const useSubscribers = (streamId: number | undefined): ReadonlySet<number> | undefined =>
  useStreamList(knownSubscribers(useClient()), streamId);
