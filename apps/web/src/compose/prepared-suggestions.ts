import type { ChatClient } from '@chat/chat-client';
import { type SearchedItem, type Suggestion, searched } from '../typeahead/index.js';

const STREAM_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

type Person = Extract<Suggestion, { kind: 'person' }>;

/** Lists that are prepared once, and again when their records changed. */
interface Prepared {
  people?: readonly SearchedItem<Suggestion>[];
  streams?: readonly SearchedItem<Suggestion>[];
}
const prepared = new WeakMap<ChatClient, Prepared>();

function preparedOf(client: ChatClient): Prepared {
  let lists = prepared.get(client);
  if (lists === undefined) {
    const made: Prepared = {};
    lists = made;
    prepared.set(client, made);
    client.onChange((changes) => {
      if (changes.has('realm_users') || changes.has('realm_user_groups')) delete made.people;
      if (STREAM_LISTS.some((name) => changes.has(name))) delete made.streams;
    });
  }
  return lists;
}

export function peopleOf(client: ChatClient): readonly SearchedItem<Suggestion>[] {
  const lists = preparedOf(client);
  if (lists.people === undefined) {
    const users = [...client.state.records('realm_users').values()];
    const byName = new Map<string, number>();
    for (const { full_name: name } of users) byName.set(name, (byName.get(name) ?? 0) + 1);
    const people = users.map(
      ({ user_id: userId, full_name: name }): Person => ({
        ...{ kind: 'person', userId, name },
        isAmbiguous: (byName.get(name) ?? 0) > 1,
      }),
    );
    const groups = [...client.state.records('realm_user_groups').values()]
      .filter(({ is_system_group: isSystem }) => !isSystem)
      .map(({ id: groupId, name, members }): Suggestion => ({ kind: 'group', groupId, name, size: members.size }));
    lists.people = searched<Suggestion>([...people, ...groups], (one) => [one.name]);
  }
  return lists.people;
}

export function streamsOf(client: ChatClient): readonly SearchedItem<Suggestion>[] {
  const lists = preparedOf(client);
  lists.streams ??= searched<Suggestion>(
    STREAM_LISTS.flatMap((list) =>
      [...client.state.records(list).values()].map(
        ({ stream_id: streamId, name }): Suggestion => ({ kind: 'stream', streamId, name }),
      ),
    ),
    (one) => [one.name],
  );
  return lists.streams;
}

/** Prepares the lists before the first key needs them: the names of ten thousand people take a frame. */
export function prepareSuggestions(client: ChatClient): void {
  peopleOf(client);
  streamsOf(client);
}
