import { type Address, inStream, inTopic, sentBy, withPeople } from '../addresses/index.js';
import type { IconName } from '../design/icons.js';
import type { TextKey } from '../languages/index.js';
import { bestMatches, folded } from './match-words.js';
import {
  addressOfQuery,
  HAS_OPERANDS,
  IS_OPERANDS,
  type SearchNames,
  type SearchToken,
  searchTokens,
  written,
} from './search-query.js';

/** An entry below the search field: it opens a view, or completes the query. */
export interface Suggestion {
  readonly id: string;
  readonly title: string;
  readonly detail?: { readonly key: TextKey; readonly values?: Readonly<Record<string, string>> } | undefined;
  readonly sign: { readonly stream: number } | { readonly person: number } | { readonly icon: IconName };
  readonly effect: { readonly opens: Address } | { readonly completes: string };
}

/** Everything that suggestions name, in the order of preference. */
export interface SearchDirectory extends SearchNames {
  readonly streams: readonly { readonly id: number; readonly name: string }[];
  readonly topics: readonly { readonly streamId: number; readonly topic: string }[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
  readonly views: readonly { readonly name: string; readonly icon: IconName; readonly address: Address }[];
}

const LIMIT = 9;
const OF_PEOPLE = ['sender', 'dm', 'dm-including'];
const OPERANDS: Readonly<Record<string, readonly string[]>> = { is: IS_OPERANDS, has: HAS_OPERANDS };
const OFFERED_OPERATORS = ['stream', 'topic', 'sender', 'dm', 'is', 'has'] as const;

/** Suggestions for a query; the first one searches for it as it stands. */
export function suggestionsFor(query: string, directory: SearchDirectory): readonly Suggestion[] {
  const tokens = searchTokens(query);
  const isNew = query.trim() === '' || /\s$/.test(query);
  const last = isNew ? undefined : tokens.at(-1);
  const before = isNew ? tokens : tokens.slice(0, -1);
  const operator = last?.operator ?? operatorBegun(last);
  const found =
    operator === undefined
      ? [...(before.length === 0 ? places(last, directory) : []), ...operators(before, last)]
      : operands(before, { ...(last as SearchToken), operator }, directory);
  const asItStands = query.trim() === '' ? [] : [search(query, directory)];
  return [...asItStands, ...found].slice(0, LIMIT);
}

/** `stream:` without an operand is words to the parser. */
const operatorBegun = (token: SearchToken | undefined): string | undefined => {
  const name = /^-?([a-z-]+):$/.exec(token?.text ?? '')?.[1];
  return name !== undefined && [...OFFERED_OPERATORS, ...OF_PEOPLE].some((known) => known === name) ? name : undefined;
};

const search = (query: string, directory: SearchDirectory): Suggestion => ({
  id: 'search',
  title: query.trim(),
  detail: { key: 'search.for' },
  sign: { icon: 'search' },
  effect: { opens: addressOfQuery(query, directory) },
});

/** Views, streams, topics and people with the words in their names. */
function places(token: SearchToken | undefined, directory: SearchDirectory): Suggestion[] {
  const query = folded(token?.text ?? '');
  if (query === '') return directory.views.map(viewSuggestion).slice(0, 4);
  return [
    ...bestMatches(directory.views, query, ({ name }) => folded(name), 2).map(viewSuggestion),
    ...bestMatches(directory.streams, query, ({ name }) => folded(name), 3).map(({ id, name }) =>
      streamSuggestion(id, name, { opens: inStream(id) }),
    ),
    ...bestMatches(directory.topics, query, ({ topic }) => folded(topic), 3).map(({ streamId, topic }) =>
      topicSuggestion(streamId, topic, directory, { opens: inTopic(streamId, topic) }),
    ),
    ...bestMatches(directory.people, query, ({ name }) => folded(name), 3).map(({ id, name }) =>
      personSuggestion(id, name, 'search.direct', { opens: withPeople([id]) }),
    ),
  ];
}

/** Beginnings of a part of the query. */
function operators(before: readonly SearchToken[], token: SearchToken | undefined): Suggestion[] {
  const begun = token?.text.replace(/^-/, '').toLowerCase() ?? '';
  const minus = token?.text.startsWith('-') ? '-' : '';
  return OFFERED_OPERATORS.filter((operator) => operator.startsWith(begun)).map((operator) => ({
    id: `operator-${operator}`,
    title: `${minus}${operator}:`,
    detail: { key: `search.operator.${operator}` as const },
    sign: { icon: 'search' as const },
    effect: { completes: `${prefix(before)}${minus}${operator}:` },
  }));
}

const prefix = (before: readonly SearchToken[]): string => before.map((token) => `${written(token)} `).join('');

/** Operands of an operator that begin as written. */
function operands(
  before: readonly SearchToken[],
  token: SearchToken & { readonly operator: string },
  directory: SearchDirectory,
): Suggestion[] {
  const { operator, negated } = token;
  const query = folded(token.text.endsWith(':') ? '' : token.text);
  const completed = (text: string) => ({ completes: `${prefix(before)}${written({ negated, operator, text })} ` });
  if (operator === 'stream') {
    return bestMatches(directory.streams, query, ({ name }) => folded(name), LIMIT).map(({ id, name }) =>
      streamSuggestion(id, name, completed(name)),
    );
  }
  if (operator === 'topic') return topicOperands(before, query, directory, completed);
  if (OF_PEOPLE.includes(operator)) {
    return bestMatches(directory.people, query, ({ name }) => folded(name), LIMIT).map(({ id, name }) =>
      before.length === 0 && operator !== 'dm-including'
        ? personSuggestion(id, name, operator === 'dm' ? 'search.direct' : 'search.sent_by', {
            opens: operator === 'dm' ? withPeople([id]) : sentBy(id),
          })
        : personSuggestion(id, name, 'search.direct', completed(name)),
    );
  }
  return (OPERANDS[operator] ?? [])
    .filter((operand) => operand.startsWith(query))
    .map((operand) => ({
      id: `${operator}-${operand}`,
      title: `${negated ? '-' : ''}${operator}:${operand}`,
      sign: { icon: 'search' as const },
      effect:
        before.length === 0
          ? { opens: addressOfQuery(written({ negated, operator, text: operand }), directory) }
          : completed(operand),
    }));
}

function topicOperands(
  before: readonly SearchToken[],
  query: string,
  directory: SearchDirectory,
  completed: (text: string) => { completes: string },
): Suggestion[] {
  const stream = before.find(({ operator }) => operator === 'stream')?.text;
  const streamId = stream === undefined ? undefined : directory.streamId(folded(stream));
  const topics = directory.topics.filter((candidate) => streamId === undefined || candidate.streamId === streamId);
  return bestMatches(topics, query, ({ topic }) => folded(topic), LIMIT).map(({ streamId: id, topic }) =>
    topicSuggestion(id, topic, directory, completed(topic)),
  );
}

const viewSuggestion = ({ name, icon, address }: SearchDirectory['views'][number]): Suggestion => ({
  id: `view-${name}`,
  title: name,
  sign: { icon },
  effect: { opens: address },
});
const streamSuggestion = (id: number, name: string, effect: Suggestion['effect']): Suggestion => ({
  id: `stream-${id}`,
  title: name,
  detail: { key: 'search.stream' },
  sign: { stream: id },
  effect,
});
const topicSuggestion = (
  streamId: number,
  topic: string,
  { streams }: SearchDirectory,
  effect: Suggestion['effect'],
): Suggestion => ({
  id: `topic-${streamId}-${topic}`,
  title: topic,
  detail: { key: 'search.topic_in', values: { stream: streams.find(({ id }) => id === streamId)?.name ?? '' } },
  sign: { stream: streamId },
  effect,
});
const personSuggestion = (id: number, name: string, key: TextKey, effect: Suggestion['effect']): Suggestion => ({
  id: `person-${id}`,
  title: name,
  detail: { key },
  sign: { person: id },
  effect,
});
