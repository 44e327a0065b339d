import type { ItemOf, ListName } from '@chat/chat-client';
import type { RegisterFields, UnreadMessages, Wire } from '@chat/contracts';

/** A state for comparisons: its values have no further meaning. */
export type ComparableState = Record<string, unknown>;
type Item = ComparableState;
type AnyItem = ItemOf<ListName>;
type NameIn<Union> = Union extends unknown ? keyof Union & string : never;

/** Fields of the queue and of the response, not of the organization. */
const NOT_STATE: readonly (keyof RegisterFields | 'result' | 'msg')[] = [
  'queue_id',
  'last_event_id',
  'result',
  'msg',
  'server_timestamp',
  'presences',
];
/** The server derives them from other fields, without an event. */
const DERIVED: readonly (keyof RegisterFields)[] = [
  'can_create_streams',
  'can_create_public_streams',
  'can_create_private_streams',
  'can_create_web_public_streams',
  'can_subscribe_other_users',
  'can_invite_others_to_realm',
];
/** Estimates and counts, which change without an event. */
const DERIVED_IN_ITEMS: readonly NameIn<AnyItem>[] = ['stream_weekly_traffic', 'first_message_id', 'is_active'];
const UNREAD: keyof RegisterFields = 'unread_msgs';
/** Lists without a meaningful order, with the field that identifies an item. */
const KEYS: { readonly [Name in ListName]?: keyof ItemOf<Name> } = {
  realm_users: 'user_id',
  realm_non_active_users: 'user_id',
  cross_realm_bots: 'user_id',
  realm_bots: 'user_id',
  realm_user_groups: 'id',
  realm_domains: 'domain',
  streams: 'stream_id',
  subscriptions: 'stream_id',
  unsubscribed: 'stream_id',
  never_subscribed: 'stream_id',
  realm_default_streams: 'stream_id',
  drafts: 'id',
  scheduled_messages: 'scheduled_message_id',
  user_topics: 'topic_name',
  recent_private_conversations: 'user_ids',
};
const NUMBER_LISTS: readonly NameIn<AnyItem>[] = ['subscribers', 'members', 'direct_subgroup_ids'];

/** The state in a form that is equal for equal states, without regard to the order of lists. */
export function comparableState(state: Readonly<RegisterFields>): ComparableState {
  const leftOut = new Set<string>([...NOT_STATE, ...DERIVED]);
  const fields = Object.entries(state).filter(([name]) => !leftOut.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      name === UNREAD ? comparableUnread(value as Wire<UnreadMessages>) : field(name, value),
    ]),
  );
}

function field(name: string, value: unknown): unknown {
  const key = KEYS[name as ListName] as string | undefined;
  if (key === undefined || !Array.isArray(value)) return value;
  return (value as Item[])
    .map(comparableItem)
    .sort((a, b) => compareKeys(a[key], b[key]) || compare(JSON.stringify(a), JSON.stringify(b)));
}

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name);

/** Compares ids as numbers: 99 comes before 100. */
const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(JSON.stringify(a), JSON.stringify(b));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function comparableItem(item: Item): Item {
  const fields = Object.entries(item).filter(([name]) => !isAmong(DERIVED_IN_ITEMS, name));
  const sorted = fields.map(([name, value]): [string, unknown] =>
    isAmong(NUMBER_LISTS, name) && Array.isArray(value) ? [name, [...value].sort((a, b) => a - b)] : [name, value],
  );
  return Object.fromEntries(sorted.sort(([a], [b]) => compare(a, b)));
}

/** Without the count, which depends on the muting of the reader. */
function comparableUnread({ count: _, ...unread }: Wire<UnreadMessages>): Item {
  const places = (['streams', 'pms', 'huddles'] as const).map((list): [string, unknown] => [
    list,
    unread[list].map(comparableItem).sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b))),
  ]);
  return { ...unread, ...Object.fromEntries(places) };
}
