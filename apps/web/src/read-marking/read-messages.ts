import type { ChatClient } from '@chat/chat-client';
import { FlagBatches } from './flag-batches.js';

const batches = new WeakMap<ChatClient, FlagBatches>();

/** The batches of read messages of a client. */
export function readBatches(client: ChatClient): FlagBatches {
  let found = batches.get(client);
  if (found === undefined) {
    const created = new FlagBatches((messages) =>
      client.api.post('/messages/flags', { messages, op: 'add', flag: 'read' }),
    );
    addEventListener('pagehide', () => void created.flush());
    batches.set(client, created);
    found = created;
  }
  return found;
}
