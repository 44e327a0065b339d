import type { ChatClient } from '@chat/chat-client';
import type { AddressNames } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { personIn } from '../people/index.js';

const known = new WeakMap<ChatClient, AddressNames>();

/** Names for addresses, as of the time of the call. */
export function namesOf(client: ChatClient): AddressNames {
  let names = known.get(client);
  if (names === undefined) {
    names = {
      streamName: (id) => streamIn(client, id)?.name,
      userName: (id) => personIn(client.state, id)?.full_name,
    };
    known.set(client, names);
  }
  return names;
}

export const useNames = (): AddressNames => namesOf(useClient());

/** A stream as the reader sees it, subscribed or not. */
export const streamIn = ({ state }: ChatClient, id: number) =>
  state.records('subscriptions').get(id) ??
  state.records('unsubscribed').get(id) ??
  state.records('never_subscribed').get(id);

/** Color of streams that the reader has not subscribed to. */
const NEUTRAL = '#7a8681';

/** The reader's color of a stream. */
export const colorOf = (stream: object | undefined): string =>
  stream !== undefined && 'color' in stream && typeof stream.color === 'string' ? stream.color : NEUTRAL;
