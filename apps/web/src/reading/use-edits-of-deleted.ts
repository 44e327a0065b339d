import { type EventFields, kindOf, type WireEvent } from '@chat/chat-client';
import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { type EditDraft, editDrafts, removeEdit } from '../message-actions/index.js';

/** If a message is deleted while its sender edits it, the edited text goes to the box of its conversation. */
export function useEditsOfDeleted(): void {
  const client = useClient();
  useEffect(
    () =>
      client.onEvent((event) => {
        for (const { messageId, text, destination } of editsOfDeleted(event)) {
          removeEdit(messageId);
          const { drafts, syncSoon } = writingOf(client);
          drafts.set(destination, [drafts.get(destination), text].filter((one) => one !== '').join('\n'));
          syncSoon();
        }
      }),
    [client],
  );
}

function editsOfDeleted(event: WireEvent): readonly EditDraft[] {
  if (kindOf(event.type, event.op) !== 'delete_message') return [];
  const deletion = event as unknown as EventFields<'delete_message'>;
  const ids: readonly number[] = 'message_ids' in deletion ? deletion.message_ids : [deletion.message_id];
  const edits = editDrafts().filter(({ messageId }) => ids.includes(messageId));
  const { stream_id: streamId, topic } = deletion;
  if (streamId === undefined || topic === undefined) return edits;
  // The messages may have moved since.
  return edits.map((edit) => ({ ...edit, destination: { type: 'stream', streamId, topic } }));
}
