import { type ChatClient, eventFields, type WireEvent } from '@chat/chat-client';
import { useEffect } from 'react';
import { useClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { type EditDraft, editDrafts, removeEdit, reopenEdit } from '../message-actions/index.js';
import { messageNow } from '../sending/index.js';

/**
 * If a message is deleted while its sender edits it, the edited text goes to the box of its conversation. After a registration the client
 * looks for deletions of the time before it. Other edits go on after a reload.
 */
export function useEditsOfDeleted(): void {
  const client = useClient();
  useEffect(() => {
    const ends = [
      client.onEvent((event) => {
        for (const edit of editsOfDeleted(client, event)) giveBack(client, edit);
      }),
      client.onChange((changes) => changes.has('queue_id') && catchUp(client)),
    ];
    reopenEdit(client);
    catchUp(client);
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}

function catchUp(client: ChatClient): void {
  for (const edit of editDrafts(client)) {
    messageNow(client.api, edit.messageId).then(
      (message) => message === undefined && giveBack(client, edit),
      // Without the network the next registration does it.
      () => undefined,
    );
  }
}

function giveBack(client: ChatClient, { messageId, destination }: EditDraft): void {
  const edit = editDrafts(client).find((one) => one.messageId === messageId);
  // The event of the deletion has given the text back already.
  if (edit === undefined) return;
  removeEdit(client, messageId);
  const { drafts, syncSoon } = writingOf(client);
  drafts.set(destination, [drafts.get(destination), edit.text].filter((text) => text !== '').join('\n'));
  syncSoon();
}

function editsOfDeleted(client: ChatClient, event: WireEvent): readonly EditDraft[] {
  const deletion = eventFields(event, 'delete_message');
  if (deletion === undefined) return [];
  const ids: readonly number[] = 'message_ids' in deletion ? deletion.message_ids : [deletion.message_id];
  const edits = editDrafts(client).filter(({ messageId }) => ids.includes(messageId));
  const { stream_id: streamId, topic } = deletion;
  if (streamId === undefined || topic === undefined) return edits;
  // The messages may have moved since.
  return edits.map((edit) => ({ ...edit, destination: { type: 'stream', streamId, topic } }));
}
