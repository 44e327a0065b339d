import type { ChatClient } from '@chat/chat-client';
import { foldName } from '@chat/text';
import { useMemo } from 'react';
import { messagesThatAre } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { useFormats, useText } from '../languages/index.js';
import { type KnownTopic, useTopics } from '../topics/index.js';
import { unreadCountsNow } from '../unread/index.js';
import { searchNamesOf } from './search-names.js';
import type { SearchDirectory } from './suggestions.js';

/**
 * Made when the field opens: its names stay while the reader types. Undefined while the field is closed. Topics are those of the
 * stream, and those with unread messages.
 */
export function useSearchDirectory(isOpen: boolean, streamId: number | undefined): SearchDirectory | undefined {
  const client = useClient();
  const topics = useTopics(isOpen ? streamId : undefined);
  const text = useText();
  const { compare } = useFormats();
  return useMemo(() => {
    if (!isOpen) return undefined;
    const { state } = client;
    const subscribed = [...state.records('subscriptions').values()];
    const others = [...state.records('never_subscribed').values(), ...state.records('unsubscribed').values()];
    const byName = <Item extends { readonly name: string }>(items: readonly Item[]) =>
      [...items].sort((one, other) => compare(one.name, other.name));
    return {
      ...searchNamesOf(client),
      streams: [...byName(subscribed), ...byName(others)].map(({ stream_id, name }) => ({ id: stream_id, name })),
      topics: topicsIn(client, streamId, topics),
      people: [...state.records('realm_users').values()].map(({ user_id, full_name }) => ({
        id: user_id,
        name: full_name,
      })),
      views: [
        { name: text('view.inbox'), icon: 'inbox', address: { view: 'inbox' } },
        { name: text('view.recent'), icon: 'recent', address: { view: 'recent' } },
        { name: text('view.mentions'), icon: 'at', address: messagesThatAre('mentioned') },
        { name: text('view.starred'), icon: 'star', address: messagesThatAre('starred') },
        { name: text('view.all'), icon: 'list', address: { view: 'all_messages' } },
        { name: text('view.drafts'), icon: 'pen', address: { view: 'drafts' } },
        { name: text('view.scheduled'), icon: 'clock', address: { view: 'scheduled' } },
      ],
    };
  }, [isOpen, client, text, compare, streamId, topics]);
}

function topicsIn(
  client: ChatClient,
  streamId: number | undefined,
  known: readonly KnownTopic[],
): SearchDirectory['topics'] {
  const ofStream = streamId === undefined ? [] : known.map(({ name }) => ({ streamId, topic: name }));
  const names = new Set(known.map(({ name }) => foldName(name)));
  const unread = [...unreadCountsNow(client).topics].flatMap(([id, topics]) =>
    [...topics.values()].map(({ topic }) => ({ streamId: id, topic })),
  );
  return [...ofStream, ...unread.filter((each) => each.streamId !== streamId || !names.has(foldName(each.topic)))];
}
