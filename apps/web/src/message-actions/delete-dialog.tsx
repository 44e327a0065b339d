import type { Message } from '@chat/chat-client';
import { useId } from 'react';
import { useClient } from '../client/index.js';
import { Button } from '../design/button.js';
import hidden from '../design/hidden.module.css';
import { useText } from '../languages/index.js';
import { MessageContent } from '../message/message-content.js';
import { plainText } from '../names/index.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { deleteMessage } from './commands.js';
import { openAction } from './open-state.js';
import { useRequest } from './use-request.js';

export default function DeleteDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const [messageId, noteId] = [useId(), useId()];
  const { problem, isRunning, run } = useRequest(() => openAction(null));
  return (
    <ActionDialog title={text('actions.deleteTitle')} describedBy={`${messageId} ${noteId}`}>
      <div className={styles.body}>
        {/* Screen readers skip inert parts, with their links. */}
        <p id={messageId} className={hidden.hidden}>
          {plainText(message.content)}
        </p>
        <div className={styles.quoted} inert>
          <MessageContent html={message.content} />
        </div>
        <p id={noteId} className={styles.note}>
          {text('actions.deleteNote')}
        </p>
        <div className={styles.foot}>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button onClick={() => openAction(null)}>{text('actions.cancel')}</Button>
          <Button kind="danger" isRunning={isRunning} onClick={() => run(() => deleteMessage(client, message.id))}>
            {text('actions.delete')}
          </Button>
        </div>
      </div>
    </ActionDialog>
  );
}
