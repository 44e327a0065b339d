import type { Message } from '@chat/chat-client';
import { fragmentOf, inStream } from '../addresses/index.js';
import { useField, useRecord } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { StreamMark } from '../design/stream-mark.js';
import { streamStyle } from '../design/stream-style.js';
import { useFormats, useText } from '../languages/index.js';
import { conversationAddress, namesIn, partnerIds } from '../message/conversation.js';
import styles from './conversation-heading.module.css';

/** Names the conversation of the messages that follow, in views of several. */
export function ConversationHeading({ message }: { readonly message: Message }) {
  return message.stream_id === undefined ? (
    <PeopleHeading message={message} />
  ) : (
    <TopicHeading message={message} streamId={message.stream_id} />
  );
}

function TopicHeading({ message, streamId }: { readonly message: Message; readonly streamId: number }) {
  const names = namesIn(message);
  const stream = useRecord('subscriptions', streamId);
  const name = String(message.display_recipient);
  const color = stream?.color ?? '';
  return (
    <h2 className={styles.heading} style={streamStyle(color)}>
      <span className={styles.knot} />
      <a className={styles.stream} href={fragmentOf(inStream(streamId), names)}>
        <StreamMark color={color} isPrivate={stream?.invite_only} isWebPublic={stream?.is_web_public} size={14} />
        {name}
      </a>
      <span className={styles.arrow} aria-hidden="true">
        ›
      </span>
      <a className={styles.topic} href={fragmentOf(conversationAddress(message, 0), names)}>
        {message.subject}
      </a>
    </h2>
  );
}

function PeopleHeading({ message }: { readonly message: Message }) {
  const names = namesIn(message);
  const formats = useFormats();
  const text = useText();
  const ownUserId = useField('user_id') as number;
  const ids = partnerIds(message, ownUserId);
  const people = ids.map((id) => (id === ownUserId ? text('message.you') : (names.userName(id) ?? '')));
  return (
    <h2 className={styles.heading}>
      <span className={styles.knot} />
      <a className={styles.topic} href={fragmentOf(conversationAddress(message, ownUserId), names)}>
        <Icon name="people" size={15} /> {formats.list(people)}
      </a>
    </h2>
  );
}
