import type { WireState } from '../event-reader.js';
import type { Item } from './state-change.js';

/** About the queue and the answer, not about the organization. */
const NOT_STATE = ['queue_id', 'last_event_id', 'result', 'msg', 'server_timestamp', 'presences'];
/** Follow from other fields by rules of the server that no event repeats. */
const DERIVED = [
  'can_create_streams',
  'can_create_public_streams',
  'can_create_private_streams',
  'can_create_web_public_streams',
  'can_subscribe_other_users',
  'can_invite_others_to_realm',
];
/** Estimates, counts and facts of the past, which change without an event. */
const DERIVED_IN_ITEMS = ['stream_weekly_traffic', 'first_message_id', 'is_active'];
/** Lists without an order of their own, and what names an item. */
const KEYS: Readonly<Record<string, string>> = {
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
const NUMBER_LISTS = ['subscribers', 'members', 'direct_subgroup_ids'];

/** A state in a form in which equal states are equal, whatever order their lists had. */
export function comparableState(state: Readonly<WireState>): WireState {
  const leftOut = new Set([...NOT_STATE, ...DERIVED]);
  const fields = Object.entries(state).filter(([name]) => !leftOut.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      name === 'unread_msgs' ? comparableUnread(value as Item) : field(name, value),
    ]),
  );
}

function field(name: string, value: unknown): unknown {
  const key = KEYS[name];
  if (key === undefined || !Array.isArray(value)) return value;
  return (value as Item[])
    .map(comparableItem)
    .sort((a, b) => compareKeys(a[key], b[key]) || compare(JSON.stringify(a), JSON.stringify(b)));
}

/** Ids as the numbers that they are: 99 comes before 100. */
const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compare(JSON.stringify(a), JSON.stringify(b));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function comparableItem(item: Item): Item {
  const fields = Object.entries(item).filter(([name]) => !DERIVED_IN_ITEMS.includes(name));
  const sorted = fields.map(([name, value]): [string, unknown] =>
    NUMBER_LISTS.includes(name) && Array.isArray(value) ? [name, [...value].sort((a, b) => a - b)] : [name, value],
  );
  return Object.fromEntries(sorted.sort(([a], [b]) => compare(a, b)));
}

/** The count leaves out what is muted, which is the reader's business. */
function comparableUnread({ count: _, ...unread }: Item): Item {
  const places = ['streams', 'pms', 'huddles'].map((list): [string, unknown] => [
    list,
    [...(unread[list] as Item[])].map(comparableItem).sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b))),
  ]);
  return { ...unread, ...Object.fromEntries(places) };
}
