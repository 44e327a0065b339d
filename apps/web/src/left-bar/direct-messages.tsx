import { useState } from 'react';
import { type Address, go, operandOf, withPeople } from '../addresses/index.js';
import { useClient, useField, useRecord, useRecords } from '../client/index.js';
import { Avatar } from '../design/avatar.js';
import { IconButton } from '../design/icon-button.js';
import { useFormats, useText } from '../languages/index.js';
import { useNames } from '../names/index.js';
import { PersonAvatar, personIn, usePresence } from '../people/index.js';
import { bestMatches, folded } from '../search/match-words.js';
import { runCommand } from '../shortcuts/index.js';
import { StatusEmoji } from '../status/index.js';
import { peopleKey, useUnreadCounts } from '../unread/index.js';
import { FilterField } from './filter-field.js';
import styles from './left-bar.module.css';
import { Row } from './row.js';

/** Shown without a filter; conversations with unread messages always are. */
const NEWEST = 8;
const MATCHES = 12;

/** Direct conversations, the newest first, and a filter over all people. */
export function DirectMessages({ open }: { readonly open: Address | undefined }) {
  const text = useText();
  const names = useNames();
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const recent = useRecentConversations();
  const matches = useMatches(filter, recent);
  const unread = useUnreadCounts(({ people }) => people);
  const openPeople = open === undefined ? undefined : operandOf(open, 'dm');
  const openKey = Array.isArray(openPeople) ? peopleKey(openPeople) : undefined;
  const rows =
    matches ??
    recent.filter(
      (userIds, index) =>
        showsAll || index < NEWEST || unread.has(peopleKey(userIds)) || peopleKey(userIds) === openKey,
    );

  return (
    <nav className={styles.section} aria-label={text('bar.direct')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{text('bar.direct')}</h2>
        <FilterField
          label={text('bar.filter_people')}
          value={filter}
          onChange={setFilter}
          onEnter={() => {
            if (matches?.[0] === undefined) return;
            go(withPeople(matches[0]), { names });
            setFilter('');
          }}
          command="people.filter"
        />
        <IconButton
          icon="plus"
          iconSize={16}
          label={text('bar.new_direct')}
          className={styles.small}
          onClick={() => runCommand('compose.direct')}
        />
      </div>
      <ul>
        {rows.map((userIds) => (
          <li key={peopleKey(userIds)}>
            <Conversation
              userIds={userIds}
              unread={unread.get(peopleKey(userIds)) ?? 0}
              isOpen={peopleKey(userIds) === openKey}
            />
          </li>
        ))}
      </ul>
      {matches?.length === 0 && <p className={styles.none}>{text('bar.none')}</p>}
      {matches === undefined && !showsAll && rows.length < recent.length && (
        <button type="button" className={`${styles.more}`} onClick={() => setShowsAll(true)}>
          {text('bar.more_conversations', { count: recent.length - rows.length })}
        </button>
      )}
    </nav>
  );
}

/** By the ids of the other people, the newest first. */
function useRecentConversations(): readonly (readonly number[])[] {
  const recent = useRecords('recent_private_conversations');
  const ownId = useField('user_id') ?? 0;
  return [...recent.values()]
    .sort((one, other) => other.max_message_id - one.max_message_id)
    .map(({ user_ids }) => (user_ids.length === 0 ? [ownId] : user_ids));
}

/** Conversations and people that the filter leaves; undefined without a filter. */
function useMatches(
  filter: string,
  recent: readonly (readonly number[])[],
): readonly (readonly number[])[] | undefined {
  const { state } = useClient();
  const query = folded(filter.trim());
  if (query === '') return undefined;
  const nameOf = (userIds: readonly number[]) =>
    folded(userIds.map((id) => personIn(state, id)?.full_name ?? '').join(', '));
  const conversations = bestMatches(recent, query, nameOf, MATCHES);
  const shown = new Set(conversations.map(peopleKey));
  const others = [...state.records('realm_users').values()]
    .filter(({ user_id }) => !shown.has(String(user_id)))
    .map(({ user_id }) => [user_id]);
  return [...conversations, ...bestMatches(others, query, nameOf, MATCHES - conversations.length)];
}

interface ConversationProps {
  readonly userIds: readonly number[];
  readonly unread: number;
  readonly isOpen: boolean;
}

function Conversation({ userIds, unread, isOpen }: ConversationProps) {
  const text = useText();
  const formats = useFormats();
  const { state } = useClient();
  const [first = 0] = userIds;
  const { presence } = usePresence(first);
  const status = useRecord('user_status', first);
  const ownId = useField('user_id');
  const isGroup = userIds.length > 1;
  const names = userIds.map((id) => personIn(state, id)?.full_name ?? text('person.unknown'));
  const name = isGroup
    ? names.join(', ')
    : first === ownId
      ? text('bar.notes', { name: names[0] ?? '' })
      : (names[0] ?? '');
  const remarks = isGroup || presence === 'offline' || first === ownId ? [] : [text(`presence.${presence}`)];
  return (
    <Row
      address={withPeople(userIds)}
      name={name}
      sign={
        isGroup ? (
          <Avatar userId={first} name={formats.number(userIds.length)} size={22} />
        ) : (
          <PersonAvatar userId={first} size={22} showsPresence />
        )
      }
      mark={isGroup ? undefined : <StatusEmoji status={status} />}
      count={unread}
      countKind="news"
      remarks={remarks}
      isOpen={isOpen}
    />
  );
}
