import { fragmentOf, inTopic, withPeople } from '../addresses/index.js';
import { useClient, useField } from '../client/index.js';
import { Avatar } from '../design/avatar.js';
import { Count } from '../design/count.js';
import { Hidden } from '../design/hidden.js';
import { StreamMark } from '../design/stream-mark.js';
import { useFormats, useText } from '../languages/index.js';
import { colorOf, streamIn, useNames } from '../names/index.js';
import { PersonAvatar, personIn, useMinute } from '../people/index.js';
import { type ListedConversation } from './conversation-list.js';
import styles from './conversation-row.module.css';

interface Props {
  readonly conversation: ListedConversation;
  /** In lists of several streams. */
  readonly showsStream?: boolean | undefined;
}

const FACES = 3;
/** The beginning of a message about an act of its sender. */
const ACT = '/me ';

/** A conversation with its newest message, its people and its unread messages. */
export function ConversationRow({ conversation, showsStream = false }: Props) {
  const text = useText();
  const names = useNames();
  const client = useClient();
  const ownId = useField('user_id') ?? 0;
  const { stream_id: streamId, topic, user_ids, unread_count: unread, sender_id } = conversation;
  const others = user_ids.filter((id) => id !== ownId);
  const partners = others.length > 0 ? others : [ownId];
  const nameOf = (id: number) => personIn(client.state, id)?.full_name ?? text('person.unknown');
  const title = streamId === null ? partners.map(nameOf).join(', ') : topic;
  const stream = streamId === null ? undefined : streamIn(client, streamId);
  const color = colorOf(stream);
  const address = streamId === null ? withPeople(partners) : inTopic(streamId, topic);
  const isAct = conversation.excerpt.startsWith(ACT);
  const showsSender = isAct || streamId !== null || partners.length > 1 || sender_id === ownId;
  const sender = sender_id === ownId && !isAct ? text('person.you') : firstName(nameOf(sender_id));
  return (
    <a className={styles.row} href={fragmentOf(address, names)} data-unread={unread > 0 || undefined}>
      <span className={styles.sign}>
        {streamId === null ? <PeopleSign userIds={partners} /> : <span className={styles.dot} />}
      </span>
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.excerpt}>
          {showsStream && stream !== undefined && (
            <span className={styles.stream}>
              <StreamMark color={color} isPrivate={stream.invite_only} size={12} />
              {stream.name}
              <span aria-hidden="true"> · </span>
            </span>
          )}
          {showsSender && <span className={styles.sender}>{isAct ? `${sender} ` : `${sender}: `}</span>}
          <bdi>{isAct ? conversation.excerpt.slice(ACT.length) : conversation.excerpt}</bdi>
        </span>
      </span>
      <End conversation={conversation} />
    </a>
  );
}

function PeopleSign({ userIds }: { readonly userIds: readonly number[] }) {
  const { number } = useFormats();
  const [first = 0] = userIds;
  return userIds.length === 1 ? (
    <PersonAvatar userId={first} size={28} showsPresence />
  ) : (
    <Avatar userId={first} name={number(userIds.length)} size={28} />
  );
}

/** Senders, time and unread messages. */
function End({ conversation }: { readonly conversation: ListedConversation }) {
  const text = useText();
  const formats = useFormats();
  const now = useMinute();
  const { stream_id: streamId, sender_ids, unread_count: unread, mentioned } = conversation;
  const at = new Date(conversation.timestamp * 1000);
  return (
    <span className={styles.end}>
      {streamId !== null && (
        <span className={styles.faces}>
          {sender_ids.slice(0, FACES).map((id) => (
            <PersonAvatar key={id} userId={id} size={22} />
          ))}
        </span>
      )}
      <time className={styles.time} dateTime={at.toISOString()}>
        {formats.moment(at, now)}
      </time>
      <Count count={unread} kind={mentioned ? 'mention' : 'news'} />
      {unread > 0 && (
        <Hidden>{`${text('bar.unread', { count: unread })}${mentioned ? `, ${text('bar.mentioned')}` : ''}`}</Hidden>
      )}
    </span>
  );
}

const firstName = (name: string): string => name.split(' ')[0] ?? name;
