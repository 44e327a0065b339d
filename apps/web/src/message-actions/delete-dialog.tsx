import type { Message } from '@chat/chat-client';
import { useClient } from '../client/index.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import { MessageContent } from '../message/message-content.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { deleteMessage } from './commands.js';
import { openAction } from './open-state.js';
import { useRequest } from './use-request.js';

export default function DeleteDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const { problem, isRunning, run } = useRequest(() => openAction(null));
  return (
    <ActionDialog title={text('actions.deleteTitle')}>
      <div className={styles.body}>
        <div className={styles.quoted} inert>
          <MessageContent html={message.content} />
        </div>
        <p className={styles.note}>{text('actions.deleteNote')}</p>
        <div className={styles.foot}>
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button onClick={() => openAction(null)}>{text('actions.cancel')}</Button>
          <Button kind="danger" disabled={isRunning} onClick={() => run(() => deleteMessage(client, message.id))}>
            {text('actions.delete')}
          </Button>
        </div>
      </div>
    </ActionDialog>
  );
}
