import type { Message } from '@chat/chat-client';
import { foldName } from '@chat/text';
import { useCallback } from 'react';
import { fragmentOf, inStream } from '../addresses/index.js';
import { useField, useRecord } from '../client/index.js';
import { Icon } from '../design/icon.js';
import { StreamMark } from '../design/stream-mark.js';
import { streamStyle } from '../design/stream-style.js';
import { useFormats, useText } from '../languages/index.js';
import { conversationAddress, namesIn, partnerIds } from '../message/conversation.js';
import { type UnreadCounts, useUnreadCounts } from '../unread/index.js';
import { TopicMenu } from '../view/index.js';
import styles from './conversation-heading.module.css';

interface Props {
  readonly message: Message;
  /** The view is of one stream, which its own heading names. */
  readonly isOneStream: boolean;
  /** For the pointer only: assistive programs and the keyboard have the heading of the message. */
  readonly isCopy?: boolean | undefined;
}

/** Names the conversation of the messages that follow, in views of several. */
export function ConversationHeading(props: Props) {
  const { stream_id: streamId } = props.message;
  return streamId === undefined ? <PeopleHeading {...props} /> : <TopicHeading {...props} streamId={streamId} />;
}

function TopicHeading({ message, isOneStream, isCopy, streamId }: Props & { readonly streamId: number }) {
  const text = useText();
  const names = namesIn(message);
  const stream = useRecord('subscriptions', streamId);
  const color = stream?.color ?? '';
  const tabIndex = isCopy ? -1 : undefined;
  const topic = message.subject;
  return (
    <div className={styles.heading} style={streamStyle(color)} data-heading>
      <span className={styles.knot} />
      <Title isCopy={isCopy}>
        {!isOneStream && (
          <>
            <a className={styles.stream} href={fragmentOf(inStream(streamId), names)} tabIndex={tabIndex}>
              <StreamMark color={color} isPrivate={stream?.invite_only} isWebPublic={stream?.is_web_public} size={14} />
              <span>{String(message.display_recipient)}</span>
            </a>
            <span className={styles.arrow} aria-hidden="true">
              ›
            </span>
          </>
        )}
        <a className={styles.topic} href={fragmentOf(conversationAddress(message, 0), names)} tabIndex={tabIndex}>
          {topic}
        </a>
      </Title>
      <Unread streamId={streamId} topic={topic} saysRead={isOneStream} />
      {!isCopy && (
        <span className={styles.actions}>
          <TopicMenu streamId={streamId} topic={topic} label={text('topic.actions_on', { topic })} />
        </span>
      )}
    </div>
  );
}

function PeopleHeading({ message, isCopy }: Props) {
  const names = namesIn(message);
  const formats = useFormats();
  const text = useText();
  const ownUserId = useField('user_id') as number;
  const ids = partnerIds(message, ownUserId);
  const people = ids.map((id) => (id === ownUserId ? text('message.you') : (names.userName(id) ?? '')));
  return (
    <div className={styles.heading} data-heading>
      <span className={styles.knot} />
      <Title isCopy={isCopy}>
        <a
          className={styles.topic}
          href={fragmentOf(conversationAddress(message, ownUserId), names)}
          tabIndex={isCopy ? -1 : undefined}
        >
          <Icon name="people" size={15} /> {formats.list(people)}
        </a>
      </Title>
    </div>
  );
}

function Title({ isCopy, children }: Pick<Props, 'isCopy'> & { readonly children: React.ReactNode }) {
  const Element = isCopy ? 'span' : 'h2';
  return <Element className={styles.title}>{children}</Element>;
}

interface UnreadProps {
  readonly streamId: number;
  readonly topic: string;
  /** Whether the heading also says that nothing is unread. */
  readonly saysRead: boolean;
}

function Unread({ streamId, topic, saysRead }: UnreadProps) {
  const text = useText();
  const select = useCallback(
    ({ topics }: UnreadCounts) => topics.get(streamId)?.get(foldName(topic))?.count ?? 0,
    [streamId, topic],
  );
  const count = useUnreadCounts(select);
  if (count > 0) return <small className={styles.unread}>{text('list.newCount', { count })}</small>;
  if (!saysRead) return null;
  return (
    <small className={styles.unread} data-read>
      <Icon name="check" size={12} /> {text('list.topic_read')}
    </small>
  );
}
