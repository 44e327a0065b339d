import { useClient } from '../client/index.js';
import { useStreamList } from '../stream-lists/use-stream-list.js';
import { type KnownTopic, knownTopics } from './known-topics.js';

const NONE: readonly KnownTopic[] = [];

/** The topics of a stream, the newest first: at once as loaded last, then as the server has them. They follow moves. */
export const useTopics = (streamId: number | undefined): readonly KnownTopic[] =>
  useStreamList(knownTopics(useClient()), streamId) ?? NONE;
