import { useClient, useRecords } from '../client/index.js';
import { EmptyPage, ListHeading } from '../conversations/index.js';
import styles from '../conversations/list-page.module.css';
import { IconButton } from '../design/icon-button.js';
import { useFormats, useText } from '../languages/index.js';
import own from './saved.module.css';
import { useRecipientLabel } from './use-recipient-label.js';

/** Messages that the server sends later, the earliest first. */
export function Scheduled() {
  const text = useText();
  const formats = useFormats();
  const client = useClient();
  const label = useRecipientLabel();
  const messages = [...useRecords('scheduled_messages').values()].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  const remove = (id: number) => void client.api.delete(`/scheduled_messages/${id}`);
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <ListHeading name={text('view.scheduled')} />
        {messages.length === 0 && (
          <EmptyPage icon="clock" title={text('scheduled.empty')} hint={text('scheduled.empty_hint')} />
        )}
        {messages.length > 0 && (
          <ul className={styles.rows}>
            {messages.map((message) => (
              <li key={message.scheduled_message_id} className={own.row}>
                <span className={own.link}>
                  <span className={own.to}>
                    {label(
                      message.type,
                      typeof message.to === 'number' ? [message.to] : message.to,
                      message.topic ?? '',
                    )}
                  </span>
                  <span className={own.content}>{message.content}</span>
                  {message.failed && (
                    <span className={own.failed}>{message.failure_reason ?? text('scheduled.failed')}</span>
                  )}
                </span>
                <time className={own.time}>{atTime(message.scheduled_delivery_timestamp)}</time>
                <IconButton
                  icon="trash"
                  label={text('scheduled.delete')}
                  onClick={() => remove(message.scheduled_message_id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );

  function atTime(seconds: number): string {
    const at = new Date(seconds * 1000);
    return `${formats.day(at, new Date())}, ${formats.time(at)}`;
  }
}
