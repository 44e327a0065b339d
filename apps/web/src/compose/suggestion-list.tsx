import { useEffect, useRef } from 'react';
import { useClient, useField, useRecord } from '../client/index.js';
import { Icon } from '../design/icon.js';
import options from '../design/options.module.css';
import { StreamMark } from '../design/stream-mark.js';
import { type TextKey, useFormats, useText } from '../languages/index.js';
import { emojiCharacters } from '../message/content/emoji.js';
import { colorOf, streamIn } from '../names/index.js';
import { PersonAvatar, roleText } from '../people/index.js';
import { folded } from '../search/match-words.js';
import type { Destination } from '../sending/index.js';
import type { SlashCommand, Suggestion } from '../typeahead/index.js';
import { seesMessages } from './readers.js';
import styles from './suggestion-list.module.css';

interface Props {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number;
  readonly query: string;
  readonly destination: Destination;
  readonly onChoose: (suggestion: Suggestion) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** Suggestions for the word at the caret. The focus stays in the text. */
export function SuggestionList({ id, suggestions, chosen, query, destination, onChoose }: Props) {
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      className={`${options.list} ${styles.list}`}
      role="listbox"
      aria-label={text('compose.suggestions')}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus, and its keys choose.
        <div
          key={keyOf(suggestion)}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={options.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <SuggestionIcon suggestion={suggestion} />
          <span className={styles.words}>
            <Name suggestion={suggestion} query={query} />
            <Detail suggestion={suggestion} destination={destination} />
          </span>
          {index === chosen && <kbd>Tab</kbd>}
        </div>
      ))}
    </div>
  );
}

const keyOf = (suggestion: Suggestion): string =>
  suggestion.kind === 'person'
    ? `person ${suggestion.userId}`
    : `${suggestion.kind} ${suggestion.name} ${'streamId' in suggestion ? suggestion.streamId : ''}`;

function SuggestionIcon({ suggestion }: { readonly suggestion: Suggestion }) {
  const client = useClient();
  switch (suggestion.kind) {
    case 'person':
      return <PersonAvatar userId={suggestion.userId} size={28} showsPresence />;
    case 'group':
    case 'wildcard':
      return (
        <span className={styles.icon}>
          <Icon name="people" size={16} />
        </span>
      );
    case 'stream': {
      const stream = streamIn(client, suggestion.streamId);
      return (
        <StreamMark
          color={colorOf(stream)}
          isPrivate={stream?.invite_only ?? false}
          isWebPublic={stream?.is_web_public ?? false}
          size={16}
        />
      );
    }
    case 'emoji':
      return (
        <span className={styles.emoji} aria-hidden="true">
          {suggestion.picture === undefined ? (
            emojiCharacters(suggestion.code)
          ) : (
            <img src={suggestion.picture} alt="" />
          )}
        </span>
      );
    case 'time':
      return <Icon name="clock" size={16} />;
    default:
      return <Icon name={suggestion.kind === 'language' ? 'code' : 'hash'} size={16} />;
  }
}

/** The found letters are marked. */
function Name({ suggestion, query }: { readonly suggestion: Suggestion; readonly query: string }) {
  const { day, time } = useFormats();
  const at = (seconds: number) => new Date(1_000 * seconds);
  const name =
    suggestion.kind === 'time'
      ? `${day(at(suggestion.atSeconds), new Date())}, ${time(at(suggestion.atSeconds))}`
      : suggestion.name;
  const wanted = folded(query.trim());
  // Folding keeps the places of letters, except of few ligatures; then nothing is marked.
  const plain = folded(name);
  const found = plain.length === name.length && wanted !== '' ? plain.search(beginning(wanted)) : -1;
  if (found < 0) return <span>{name}</span>;
  const end = found + wanted.length;
  return (
    <span>
      {name.slice(0, found)}
      <mark>{name.slice(found, end)}</mark>
      {name.slice(end)}
    </span>
  );
}

const beginning = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u');

const WILDCARD_HINT: TextKey = 'compose.wildcard_hint';
const COMMAND_HINTS: Readonly<Record<SlashCommand, TextKey>> = {
  me: 'command.me',
  poll: 'command.poll',
  todo: 'command.todo',
  day: 'command.day',
  night: 'command.night',
  'fixed-width': 'command.fixed_width',
  'fluid-width': 'command.fluid_width',
  ping: 'command.ping',
};

function Detail({ suggestion, destination }: Pick<Props, 'destination'> & { readonly suggestion: Suggestion }) {
  const text = useText();
  if (suggestion.kind === 'group') return <small>{text('compose.group', { count: suggestion.size })}</small>;
  if (suggestion.kind === 'wildcard') return <small>{text(WILDCARD_HINT)}</small>;
  if (suggestion.kind === 'command') return <small>{text(COMMAND_HINTS[suggestion.name])}</small>;
  if (suggestion.kind !== 'person') return null;
  return <PersonDetail userId={suggestion.userId} destination={destination} />;
}

/** Role, time of another zone, and whether the message reaches the person. */
function PersonDetail({ userId, destination }: Pick<Props, 'destination'> & { readonly userId: number }) {
  const text = useText();
  const { timeElsewhere } = useFormats();
  const client = useClient();
  const isOwn = useField('user_id') === userId;
  const person = useRecord('realm_users', userId);
  if (person === undefined) return null;
  const role = roleText(person);
  const time = timeElsewhere(new Date(), person.timezone);
  const details = [
    isOwn && text('compose.you'),
    role !== undefined && text(role),
    !isOwn && time !== undefined && text('compose.local_time', { time }),
    !isOwn && !seesMessages(client, destination, userId) && text('compose.not_here'),
  ].filter((detail) => detail !== false);
  return details.length === 0 ? null : <small>{details.join(' · ')}</small>;
}
