import { useMemo, useSyncExternalStore } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { destinationKey, destinationOf, type OutgoingMessage } from '../sending/index.js';

/** Own messages on their way to the conversation of the view; none in a view of several. */
export function useOutgoing(terms: readonly AddressTerm[]): readonly OutgoingMessage[] {
  const client = useClient();
  const { outbox } = writingOf(client);
  const messages = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  const key = useMemo(() => {
    const destination = destinationOf(terms);
    return destination === null ? null : destinationKey(destination);
  }, [terms]);
  return messages.filter(
    ({ destination, messageId }) =>
      destinationKey(destination) === key && (messageId === undefined || client.messages.get(messageId) === undefined),
  );
}
