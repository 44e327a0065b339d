import type { ChatClient, Message } from '@chat/chat-client';
import type { PageClient } from '../client/index.js';
import { FlagBatches } from './flag-batches.js';
import { flagAdded, readRemoved } from './flag-events.js';
import { reportMarkedUnread } from './marked-unread.js';

type Page = Pick<PageClient, 'changes' | 'share'>;

const batches = new WeakMap<ChatClient, FlagBatches>();

function readBatches(client: ChatClient): FlagBatches {
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

/** Marks messages as read: in every tab at once, on the server with the next batch. */
export function markRead({ changes, share }: Page, ids: readonly number[]): void {
  if (ids.length === 0) return;
  share(flagAdded('read', ids));
  readBatches(changes.client).add(ids);
}

/** Takes back the marks that are not sent yet, from this message on. Resolves when a request can follow. */
export function takeBackRead({ changes, share }: Page, firstId: number): Promise<void> {
  const { client } = changes;
  reportMarkedUnread(firstId);
  const dropped = readBatches(client)
    .dropFrom(firstId)
    .map((id) => client.messages.get(id))
    .filter((message): message is Message => message !== undefined);
  if (dropped.length > 0) share(readRemoved(dropped, client.state.field('user_id') as number));
  return readBatches(client).settled();
}
