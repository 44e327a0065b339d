import { type Address, fragmentOf, inStream, inTopic, withPeople } from '../addresses/index.js';
import { useClient, useField, useRecords } from '../client/index.js';
import { EmptyPage } from '../conversations/index.js';
import styles from '../conversations/list-page.module.css';
import { IconButton } from '../design/icon-button.js';
import { useFormats, useText } from '../languages/index.js';
import { streamIn, useNames } from '../names/index.js';
import { useMinute } from '../people/index.js';
import own from './saved.module.css';
import { useRecipientLabel } from './use-recipient-label.js';

/** Texts that were not sent, the newest first. */
export function Drafts() {
  const text = useText();
  const formats = useFormats();
  const names = useNames();
  const now = useMinute();
  const client = useClient();
  const ownId = useField('user_id') ?? 0;
  const label = useRecipientLabel();
  const remove = (id: number) => void client.api.delete(`/drafts/${id}`);
  const drafts = [...useRecords('drafts').values()].sort((one, other) => other.timestamp - one.timestamp);
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <h1 className={styles.title}>{text('view.drafts')}</h1>
        {drafts.length === 0 && <EmptyPage icon="pen" title={text('drafts.empty')} hint={text('drafts.empty_hint')} />}
        {drafts.length > 0 && (
          <ul className={styles.rows}>
            {drafts.map((draft) => (
              <li key={draft.id} className={own.row}>
                <a
                  className={own.link}
                  href={fragmentOf(addressOfDraft(draft, ownId), names)}
                  onKeyDown={({ key }) => key === 'Backspace' && remove(draft.id)}
                >
                  <span className={own.to}>{label(draft.type, draft.to, draft.topic)}</span>
                  <span className={own.content}>{draft.content}</span>
                </a>
                <time className={own.time}>{formats.moment(new Date(draft.timestamp * 1000), now)}</time>
                <IconButton icon="trash" label={text('drafts.delete')} onClick={() => remove(draft.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );

  /** The conversation of the draft, in which its text is written on. */
  function addressOfDraft({ type, to, topic }: DraftPlace, userId: number): Address {
    const [streamId] = to;
    if (type === 'stream' && streamId !== undefined && streamIn(client, streamId) !== undefined) {
      return topic === '' ? inStream(streamId) : inTopic(streamId, topic);
    }
    return withPeople(type === 'private' && to.length > 0 ? to : [userId]);
  }
}

interface DraftPlace {
  readonly type: string;
  readonly to: readonly number[];
  readonly topic: string;
}
