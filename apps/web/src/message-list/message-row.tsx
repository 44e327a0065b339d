import type { Message } from '@chat/chat-client';
import { type CSSProperties, type FocusEvent, memo, useEffect, useRef, useState } from 'react';
import { useField, useMessage, useRecord } from '../client/index.js';
import { streamStyle } from '../design/stream-style.js';
import { useFormats, useText } from '../languages/index.js';
import { MessageActions } from '../message-actions/message-actions.js';
import { PersonAvatar, roleText } from '../people/index.js';
import { StatusEmoji } from '../status/status-emoji.js';
import { ConversationHeading } from './conversation-heading.js';
import { DayLine } from './day-line.js';
import { MessageBody } from './message-body.js';
import { MessageMarks } from './message-marks.js';
import styles from './message-row.module.css';
import { NewLine } from './new-line.js';
import { arranged, type Row, rowOf } from './rows.js';

interface Props {
  readonly id: number;
  /** The message before it in the view, with or without an element. */
  readonly previousId: number | undefined;
  readonly isMixed: boolean;
  readonly isOneStream: boolean;
  /** The message after the unread line. */
  readonly firstUnread: number | null;
  readonly isLinked: boolean;
}

const NO_MESSAGE = 0;

/** One message on its thread, with the lines and the heading before it. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { id, previousId, isMixed, isOneStream, firstUnread, isLinked } = props;
  const message = useMessage(id);
  const previous = useMessage(previousId ?? NO_MESSAGE);
  const ownUserId = useField('user_id') as number;
  const stream = useRecord('subscriptions', isMixed ? message?.stream_id : undefined);
  if (message === undefined) return null;
  const options = { isMixed, firstUnread, ownUserId };
  const row = rowOf(arranged(message), previous === undefined ? undefined : arranged(previous), options);
  return (
    <Article message={message} row={row} isOneStream={isOneStream} isLinked={isLinked} threadColor={stream?.color} />
  );
});

interface ArticleProps {
  readonly message: Message;
  readonly row: Row;
  readonly isOneStream: boolean;
  readonly isLinked: boolean;
  /** Color of the stream, among other conversations. */
  readonly threadColor: string | undefined;
}

function Article({ message, row, isOneStream, isLinked, threadColor }: ArticleProps) {
  const formats = useFormats();
  const [isTouched, setTouched] = useState(false);
  const [hasMenu, setMenu] = useState(false);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!hasMenu) return undefined;
    const element = article.current;
    // The button of the menu is gone by then.
    return () => {
      if (document.activeElement === document.body) element?.focus({ preventScroll: true });
    };
  }, [hasMenu]);
  const at = new Date(message.timestamp * 1000);
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTouched(false);
  };
  return (
    <article
      ref={article}
      className={styles.row}
      style={threadColor === undefined ? undefined : threadStyle(threadColor)}
      aria-label={`${message.sender_full_name}, ${formats.time(at)}`}
      tabIndex={-1}
      data-message-id={message.id}
      data-new={row.isNew || undefined}
      data-first={row.hasSender || undefined}
      data-lined={row.day !== null || row.hasUnreadLine || undefined}
      data-headed={row.hasHeading || undefined}
      data-linked={isLinked || undefined}
      onPointerEnter={() => setTouched(true)}
      onPointerLeave={(event) => setTouched(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setTouched(true)}
      onBlur={onBlur}
    >
      {row.day !== null && <DayLine day={row.day} />}
      {row.hasUnreadLine && <NewLine />}
      {row.hasHeading && <ConversationHeading message={message} isOneStream={isOneStream} />}
      <div className={styles.message}>
        {row.hasSender ? <Sender message={message} at={at} /> : <time className={styles.tick}>{formats.time(at)}</time>}
        <MessageBody message={message} hasSender={row.hasSender} />
        {(isTouched || hasMenu) && <MessageActions message={message} isMenuOpen={hasMenu} onMenu={setMenu} />}
      </div>
    </article>
  );
}

/** Among other conversations, the thread has the colour of its stream. */
const threadStyle = (color: string): CSSProperties =>
  ({ ...streamStyle(color), '--thread': THREAD_COLOR }) as CSSProperties;
const THREAD_COLOR = 'color-mix(in oklab, var(--stream) 28%, var(--canvas))';

function Sender({ message, at }: { readonly message: Message; readonly at: Date }) {
  const text = useText();
  const formats = useFormats();
  const sender = useRecord('realm_users', message.sender_id);
  const status = useRecord('user_status', message.sender_id);
  const role = sender === undefined ? undefined : roleText(sender);
  return (
    <>
      <span className={styles.avatar}>
        <PersonAvatar userId={message.sender_id} showsPresence />
      </span>
      <header className={styles.header}>
        {!message.is_me_message && <b>{message.sender_full_name}</b>}
        <StatusEmoji status={status} />
        {role !== undefined && <span className={styles.role}>{text(role)}</span>}
        <time dateTime={at.toISOString()} title={formats.exact(at)}>
          {formats.time(at)}
        </time>
        <MessageMarks message={message} />
      </header>
    </>
  );
}
