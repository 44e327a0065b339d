import { type Address, fragmentOf, inStream, inTopic, withPeople } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { EmptyPage, ListHeading } from '../conversations/index.js';
import styles from '../conversations/list-page.module.css';
import { copyText } from '../design/copy-text.js';
import { IconButton } from '../design/icon-button.js';
import { useFormats, useText } from '../languages/index.js';
import { streamIn, useNames } from '../names/index.js';
import { useMinute } from '../people/index.js';
import type { ListedDraft } from './listed-drafts.js';
import own from './saved.module.css';
import { useListedDrafts } from './use-listed-drafts.js';
import { useRecipientLabel } from './use-recipient-label.js';

/** Texts that were not sent, the newest first. */
export function Drafts() {
  const text = useText();
  const client = useClient();
  const { drafts: box, syncSoon } = writingOf(client);
  const drafts = useListedDrafts();
  const remove = ({ local, serverId }: ListedDraft) => {
    if (local === undefined) return void client.api.delete(`/drafts/${serverId}`);
    box.set(local.destination, '');
    syncSoon();
  };
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <ListHeading name={text('view.drafts')} />
        {drafts.length === 0 && <EmptyPage icon="pen" title={text('drafts.empty')} hint={text('drafts.empty_hint')} />}
        {drafts.length > 0 && (
          <ul className={styles.rows}>
            {drafts.map((draft) => (
              <DraftRow key={draft.key} draft={draft} onRemove={() => remove(draft)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface RowProps {
  readonly draft: ListedDraft;
  readonly onRemove: () => void;
}

/** A link to the conversation, in which the text is written on. A text for a stream that is gone can be copied. */
function DraftRow({ draft, onRemove }: RowProps) {
  const text = useText();
  const formats = useFormats();
  const names = useNames();
  const now = useMinute();
  const client = useClient();
  const ownId = useField('user_id') ?? 0;
  const label = useRecipientLabel();
  const { type, to, topic, content } = draft;
  const isGone = type === 'stream' && (to[0] === undefined || streamIn(client, to[0]) === undefined);
  const words = (
    <>
      <span className={own.to}>{label(type, to, topic)}</span>
      <span className={own.content}>{content}</span>
    </>
  );
  return (
    <li className={own.row}>
      {isGone ? (
        <span className={own.link}>{words}</span>
      ) : (
        <a
          className={own.link}
          href={fragmentOf(addressOf(draft, ownId), names)}
          onKeyDown={({ key }) => key === 'Backspace' && onRemove()}
        >
          {words}
        </a>
      )}
      <time className={own.time}>{formats.moment(new Date(draft.editedAtMs), now)}</time>
      {isGone && <IconButton icon="copy" label={text('drafts.copy')} onClick={() => void copyText(content)} />}
      <IconButton icon="trash" label={text('drafts.delete')} onClick={onRemove} />
    </li>
  );
}

function addressOf({ type, to, topic }: ListedDraft, ownId: number): Address {
  const [streamId] = to;
  if (type === 'stream' && streamId !== undefined) return topic === '' ? inStream(streamId) : inTopic(streamId, topic);
  return withPeople(type === 'private' && to.length > 0 ? to : [ownId]);
}
