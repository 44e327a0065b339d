import type { Item } from './state-change.js';

/** Where an unread message is counted: a topic, one person, or a group. */
export interface UnreadPlace {
  readonly list: 'streams' | 'pms' | 'huddles';
  /** The fields that name the place. */
  readonly key: Item;
}

const LISTS = ['streams', 'pms', 'huddles'] as const;

export const inTopic = (streamId: number, topic: string): UnreadPlace => ({
  list: 'streams',
  key: { stream_id: streamId, topic },
});

/** `others`: the people besides the reader. */
export function withPeople(others: readonly number[], me: number): UnreadPlace {
  if (others.length > 1) {
    const ids = [...others, me].sort((a, b) => a - b);
    return { list: 'huddles', key: { user_ids_string: ids.join(',') } };
  }
  const other = others[0] ?? me;
  return { list: 'pms', key: { other_user_id: other, sender_id: other } };
}

export function addUnread(unread: Item, messageId: number, { list, key }: UnreadPlace): void {
  const places: Item[] = unread[list];
  const place = places.find((each) => Object.entries(key).every(([name, value]) => each[name] === value));
  if (place) place['unread_message_ids'] = insert(place['unread_message_ids'], messageId);
  else places.push({ ...key, unread_message_ids: [messageId] });
}

export function addMention(unread: Item, messageId: number): void {
  unread['mentions'] = insert(unread['mentions'], messageId);
}

export function dropUnread(unread: Item, isGone: (messageId: number) => boolean): void {
  for (const list of LISTS) {
    unread[list] = (unread[list] as Item[])
      .map((place) => ({ ...place, unread_message_ids: keep(place['unread_message_ids'], isGone) }))
      .filter((place) => place.unread_message_ids.length > 0);
  }
  unread['mentions'] = keep(unread['mentions'], isGone);
}

export const isUnread = (unread: Item, messageId: number): boolean =>
  LISTS.some((list) => (unread[list] as Item[]).some((place) => place['unread_message_ids'].includes(messageId)));

/** The topics that hold some of these messages, with those messages. */
export function unreadTopicsOf(unread: Item, messageIds: readonly number[]): { place: Item; ids: number[] }[] {
  return (unread['streams'] as Item[])
    .map((place) => ({ place, ids: keep(place['unread_message_ids'], (id) => !messageIds.includes(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

const keep = (ids: readonly number[], isGone: (id: number) => boolean): number[] => ids.filter((id) => !isGone(id));
const insert = (ids: readonly number[], id: number): number[] => [...new Set([...ids, id])].sort((a, b) => a - b);
