import type { Message } from '@chat/chat-client';
import { useClient } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { MessageContent } from '../message/message-content.js';
import { ActionDialog } from './action-dialog.js';
import styles from './action-dialog.module.css';
import { useLoaded } from './use-loaded.js';

interface Version {
  readonly timestamp: number;
  readonly user_id: number | null;
  readonly topic: string;
  readonly rendered_content: string;
}

/** Every version of a message, the present one first. */
export default function HistoryDialog({ message }: { readonly message: Message }) {
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const users = client.state.records('realm_users');
  const { value, problem } = useLoaded(async () => {
    const { message_history: versions } = await client.api.get(`/messages/${message.id}/history`);
    return (versions as readonly Version[]).toReversed();
  });
  return (
    <ActionDialog title={text('actions.historyTitle')}>
      <div className={styles.body}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        {value?.map((version) => (
          <section key={`${version.timestamp} ${version.rendered_content}`}>
            <p className={styles.note}>
              {formats.exact(new Date(version.timestamp * 1000))}
              {version.user_id !== null && ` · ${users.get(version.user_id)?.full_name ?? ''}`}
              {version.topic !== '' && ` · ${version.topic}`}
            </p>
            <div className={styles.quoted}>
              <MessageContent html={version.rendered_content} />
            </div>
          </section>
        ))}
      </div>
    </ActionDialog>
  );
}
