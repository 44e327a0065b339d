import type { Message } from '@chat/chat-client';
import { useClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { sourceOf } from './commands.js';
import { useLoaded } from './use-loaded.js';

export default function SourceDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const { value, problem } = useLoaded(() => sourceOf(client, message.id));
  return (
    <ActionDialog title={text('actions.sourceTitle')}>
      <div className={styles.body}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {value !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard.
          <pre className={`${styles.quoted} ${styles.source}`} tabIndex={0}>
            {value}
          </pre>
        )}
      </div>
    </ActionDialog>
  );
}
