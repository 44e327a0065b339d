import type { ChatClient } from '@chat/chat-client';
import { allEmoji, type EmojiChoice } from '../emoji/index.js';
import type { Destination } from '../sending/index.js';
import { knownSubscribers } from '../subscribers/index.js';
import { topicNames } from '../topics/index.js';
import {
  MAX_SUGGESTIONS,
  nearest,
  SLASH_COMMANDS,
  type Suggestion,
  searched,
  type Trigger,
} from '../typeahead/index.js';
import { CODE_LANGUAGES } from './code-languages.js';
import { peopleOf, streamsOf } from './prepared-suggestions.js';

/** Suggestions for the trigger, the nearest first. Topics and emoji may have to be loaded. */
export async function suggestionsFor(
  client: ChatClient,
  trigger: Trigger,
  destination: Destination,
): Promise<readonly Suggestion[]> {
  switch (trigger.kind) {
    case 'mention':
    case 'silent-mention':
      return mentions(client, trigger, destination);
    case 'stream':
      return nearest(streamsOf(client), trigger.query, distanceOfStream(client, destination));
    case 'topic':
      return topics(client, trigger);
    case 'emoji':
      return nearest(await allEmoji(client), trigger.query.replaceAll('_', ' '), () => 0).map(emojiSuggestion);
    case 'command':
      return nearest(COMMANDS, trigger.query, () => 0);
    case 'language':
      return trigger.query === '' ? [] : nearest(LANGUAGES, trigger.query, () => 0);
    case 'time':
      return times(new Date());
  }
}

const COMMANDS = searched<Suggestion>(
  SLASH_COMMANDS.map((name) => ({ kind: 'command', name })),
  (suggestion) => ['name' in suggestion ? suggestion.name : ''],
);
const LANGUAGES = searched<Suggestion>(
  CODE_LANGUAGES.map((name) => ({ kind: 'language', name })),
  (suggestion) => ['name' in suggestion ? suggestion.name : ''],
);
const WILDCARDS = searched<Suggestion>(
  (['all', 'everyone', 'stream'] as const).map((name) => ({ kind: 'wildcard', name })),
  (suggestion) => ['name' in suggestion ? suggestion.name : ''],
);

const emojiSuggestion = ({ name, code, picture }: EmojiChoice): Suggestion => ({ kind: 'emoji', name, code, picture });

/** A silent mention notifies no person, so wildcards make no sense there. */
function mentions(client: ChatClient, { kind, query }: Trigger, destination: Destination): readonly Suggestion[] {
  const distance = distanceOfPerson(client, destination);
  const found = nearest(peopleOf(client), query, distance);
  const wildcards = kind === 'mention' && query !== '' ? nearest(WILDCARDS, query, () => 0) : [];
  // The first places belong to people that see the message.
  const near = found.filter((one) => distance(one) < FAR).slice(0, MAX_SUGGESTIONS - wildcards.length);
  return [...near, ...wildcards, ...found.filter((one) => !near.includes(one))].slice(0, MAX_SUGGESTIONS);
}

const FAR = 3;

/** 0: in the conversation or the stream, and seen lately; 1: there; 2: a group; FAR: elsewhere. */
function distanceOfPerson(client: ChatClient, destination: Destination) {
  const presences = client.state.records('presences');
  const subscribers =
    destination.type === 'stream' ? knownSubscribers(client).get(destination.streamId) : new Set(destination.userIds);
  return (suggestion: Suggestion): number => {
    if (suggestion.kind !== 'person') return 2;
    if (subscribers?.has(suggestion.userId) !== true) return FAR;
    return presences.has(suggestion.userId) ? 0 : 1;
  };
}

const distanceOfStream = (client: ChatClient, destination: Destination) => {
  const own = client.state.records('subscriptions');
  return (suggestion: Suggestion): number => {
    if (suggestion.kind !== 'stream') return 2;
    if (destination.type === 'stream' && destination.streamId === suggestion.streamId) return 0;
    return own.has(suggestion.streamId) ? 1 : 2;
  };
};

async function topics(client: ChatClient, { query, stream }: Trigger): Promise<readonly Suggestion[]> {
  const place = streamsOf(client).find(({ item }) => item.name === stream)?.item;
  if (place?.kind !== 'stream') return [];
  const names = await topicNames(client, place.streamId);
  return nearest(topicItems(names), query, () => 0);
}

const topicItems = (names: readonly string[]) =>
  searched<Suggestion>(
    names.map((name) => ({ kind: 'topic', name, isNew: false })),
    (one) => [one.name],
  );

/** Round times that are often meant. */
function times(now: Date): readonly Suggestion[] {
  return [1, 2, 4, 24].map((hours) => {
    const time = new Date(now.getTime() + 3_600_000 * hours);
    time.setMinutes(0, 0, 0);
    return { kind: 'time', name: time.toISOString(), atSeconds: time.getTime() / 1_000 };
  });
}
