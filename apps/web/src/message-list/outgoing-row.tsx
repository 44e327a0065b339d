import { useClient, useField } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { Icon } from '../design/icon.js';
import { type TextKey, useFormats, useText } from '../languages/index.js';
import { PersonAvatar, usePerson } from '../people/index.js';
import type { OutgoingMessage } from '../sending/index.js';
import { DayLine } from './day-line.js';
import styles from './message-row.module.css';
import own from './outgoing-row.module.css';
import { type Arranged, rowOf } from './rows.js';

interface Props {
  readonly message: OutgoingMessage;
  /** The message before it in the view. */
  readonly previous: Arranged | undefined;
}

/** An own message on its way, at the place in which the server's one will stand. */
export function OutgoingRow({ message, previous }: Props) {
  const text = useText();
  const formats = useFormats();
  const ownUserId = useField('user_id') as number;
  const name = usePerson(ownUserId)?.full_name ?? '';
  const at = new Date(message.writtenAtMs);
  const row = rowOf(arrangedAfter(previous, message, ownUserId), previous, {
    isMixed: false,
    firstUnread: null,
    ownUserId,
  });
  const isRefused = message.state === 'refused';
  return (
    <article
      className={styles.row}
      aria-label={`${name}, ${formats.time(at)}`}
      tabIndex={-1}
      data-first={row.hasSender || undefined}
      data-lined={row.day !== null || undefined}
    >
      {row.day !== null && <DayLine day={row.day} />}
      <div className={styles.message}>
        {row.hasSender && (
          <span className={styles.avatar}>
            <PersonAvatar userId={ownUserId} showsPresence />
          </span>
        )}
        <span className={own.state} data-state={message.state} role="status">
          <Icon name={isRefused ? 'close' : 'clock'} size={14} />
          {text(STATES[message.state])}
        </span>
        {row.hasSender ? (
          <header className={styles.header}>
            <b>{name}</b>
            <time dateTime={at.toISOString()} title={formats.exact(at)}>
              {formats.time(at)}
            </time>
          </header>
        ) : (
          <time className={styles.tick}>{formats.time(at)}</time>
        )}
        <p className={own.content} dir="auto">
          {message.content}
        </p>
        {isRefused && <Refusal message={message} />}
      </div>
    </article>
  );
}

/** How an own message on its way stands among the others. */
export const arrangedAfter = (
  previous: Arranged | undefined,
  { writtenAtMs }: OutgoingMessage,
  senderId: number,
): Arranged => ({
  id: Number.POSITIVE_INFINITY,
  senderId,
  timestamp: writtenAtMs / 1_000,
  // Only views of one conversation have such messages.
  conversation: previous?.conversation ?? '',
  isMeMessage: false,
});

function Refusal({ message }: Pick<Props, 'message'>) {
  const text = useText();
  const { outbox, drafts, syncSoon } = writingOf(useClient());
  const { localId, reason, content, destination } = message;
  const edit = () => {
    if (outbox.take(localId) === undefined) return;
    // The text that is being written stays, below.
    const written = drafts.get(destination);
    drafts.set(destination, written === '' ? content : `${content}\n\n${written}`);
    syncSoon();
  };
  return (
    <div className={own.refusal}>
      <p role="alert">{reason === '' ? text('outgoing.refused_hint') : reason}</p>
      <button type="button" onClick={() => outbox.repeat(localId)}>
        {text('outgoing.repeat')}
      </button>
      <button type="button" onClick={edit}>
        {text('outgoing.edit')}
      </button>
      <button type="button" onClick={() => outbox.take(localId)}>
        {text('outgoing.drop')}
      </button>
    </div>
  );
}

const STATES = {
  waiting: 'outgoing.sending',
  sent: 'outgoing.sending',
  refused: 'outgoing.refused',
} as const satisfies Readonly<Record<OutgoingMessage['state'], TextKey>>;
