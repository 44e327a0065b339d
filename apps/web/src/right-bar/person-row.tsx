import { fragmentOf, withPeople } from '../addresses/index.js';
import { useField, useRecord } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import { PersonAvatar, useMinute, usePerson, usePresence } from '../people/index.js';
import { StatusEmoji } from '../status/index.js';
import styles from './right-bar.module.css';

interface Props {
  readonly userId: number;
  /** In the conversation in view. */
  readonly isTyping?: boolean | undefined;
}

/** A person with presence and status; leads to the direct messages with the person. */
export function PersonRow({ userId, isTyping = false }: Props) {
  const text = useText();
  const formats = useFormats();
  const names = useNames();
  const now = useMinute();
  const ownId = useField('user_id');
  const person = usePerson(userId);
  const status = useRecord('user_status', userId);
  const hasStatus = Boolean(status?.status_text || status?.emoji_name);
  const { presence, lastSeenSeconds } = usePresence(userId);
  const name = userId === ownId ? text('person.you') : (person?.full_name ?? text('person.unknown'));
  const seen =
    presence === 'active'
      ? text('presence.active')
      : lastSeenSeconds === undefined
        ? ''
        : presence === 'idle'
          ? text('presence.idle')
          : formats.ago(new Date(lastSeenSeconds * 1000), now);
  return (
    <a className={styles.person} href={fragmentOf(withPeople([userId]), names)}>
      <PersonAvatar userId={userId} size={26} showsPresence />
      <span className={styles.name}>
        {name}
        {hasStatus && (
          <span className={styles.status}>
            <StatusEmoji status={status} />
            {status?.status_text}
          </span>
        )}
      </span>
      <span className={styles.seen}>{isTyping ? text('typing.word') : person?.is_bot ? text('person.bot') : seen}</span>
    </a>
  );
}
