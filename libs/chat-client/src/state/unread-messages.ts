import type { UnreadDirectMessages, UnreadGroupMessages, UnreadMessages, UnreadTopic, Wire } from '@chat/contracts';

export type Unread = Wire<UnreadMessages>;
type Topic = Wire<UnreadTopic>;
type Group = { readonly unread_message_ids: readonly number[] };
type KeyOf<Place extends Group> = Omit<Place, 'unread_message_ids'>;

/** The conversation that an unread message counts in; `key` has its identifying fields. */
type UnreadPlace =
  | { readonly list: 'streams'; readonly key: KeyOf<Topic> }
  | { readonly list: 'pms'; readonly key: KeyOf<Wire<UnreadDirectMessages>> }
  | { readonly list: 'huddles'; readonly key: KeyOf<Wire<UnreadGroupMessages>> };

/** Without a stream, `others` are the participants without the reader. */
export function placeOf(
  streamId: number | undefined,
  topic: string,
  others: readonly number[] = [],
  me = 0,
): UnreadPlace {
  if (streamId !== undefined) return { list: 'streams', key: { stream_id: streamId, topic } };
  if (others.length > 1) {
    const ids = [...others, me].sort((a, b) => a - b);
    return { list: 'huddles', key: { user_ids_string: ids.join(',') } };
  }
  const other = others[0] ?? me;
  return { list: 'pms', key: { other_user_id: other, sender_id: other } };
}

/** Adds a message to its place; nothing changes if it is there. */
export const addUnread = (unread: Unread, messageId: number, { list, key }: UnreadPlace): Unread => ({
  ...unread,
  [list]: added<Group>(unread[list], key, messageId),
});

function added<Place extends Group>(places: readonly Place[], key: KeyOf<Place>, messageId: number): Place[] {
  const names = Object.keys(key) as (keyof KeyOf<Place>)[];
  const at = places.findIndex((each) => names.every((name) => each[name] === key[name]));
  const ids = insert(places[at]?.unread_message_ids ?? [], messageId);
  const place = { ...key, unread_message_ids: ids } as unknown as Place;
  return at < 0 ? [...places, place] : places.with(at, place);
}

/** Adds a message to the mentions; ids stay ascending. */
export const addMention = (unread: Unread, messageId: number): Unread => ({
  ...unread,
  mentions: insert(unread.mentions, messageId),
});

/** Removes messages, from the mentions too. A place without messages disappears. */
export function dropUnread(unread: Unread, isGone: (messageId: number) => boolean): Unread {
  const remaining = <Place extends Group>(places: readonly Place[]): Place[] =>
    places
      .map((place) => ({ ...place, unread_message_ids: keep(place.unread_message_ids, isGone) }))
      .filter((place) => place.unread_message_ids.length > 0);
  return {
    ...unread,
    streams: remaining(unread.streams),
    pms: remaining(unread.pms),
    huddles: remaining(unread.huddles),
    mentions: keep(unread.mentions, isGone),
  };
}

/** Whether any place contains the message. A mention alone does not count. */
export const isUnread = ({ streams, pms, huddles }: Unread, messageId: number): boolean =>
  [...streams, ...pms, ...huddles].some((place) => place.unread_message_ids.includes(messageId));

/** The topics of unread messages, each with those of the messages that it contains. */
export function topicsOf(unread: Unread, messageIds: readonly number[]): { place: Topic; ids: number[] }[] {
  return unread.streams
    .map((place) => ({ place, ids: keep(place.unread_message_ids, (id) => !messageIds.includes(id)) }))
    .filter(({ ids }) => ids.length > 0);
}

const keep = (ids: readonly number[], isGone: (id: number) => boolean): number[] => ids.filter((id) => !isGone(id));
const insert = (ids: readonly number[], id: number): number[] => [...new Set([...ids, id])].sort((a, b) => a - b);
