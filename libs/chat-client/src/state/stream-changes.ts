import { foldName } from '@chat/text';
import type { WireEvent, WireState } from '../event-reader.js';
import { changeList, type Item, listIn, replaces, type StateChanges, upserted } from './state-change.js';
import { dropUnread } from './unread-messages.js';

const SUBSCRIPTION_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'];
const STREAM_LISTS = [...SUBSCRIPTION_LISTS, 'streams', 'realm_default_streams'];
const ADMINISTRATORS_ONLY = 2;

const has = (stream: Item, ids: readonly number[]): boolean => ids.includes(stream['stream_id']);
const idsOf = (streams: readonly Item[]): number[] => streams.map((stream) => stream['stream_id']);
const take = (state: WireState, name: string, ids: readonly number[]): void =>
  changeList(state, name, (streams) => streams.filter((stream) => !has(stream, ids)));

/** Whether subscribers were asked for: then streams that one is told of later have them, too. */
const knowsSubscribers = (state: WireState): boolean =>
  SUBSCRIPTION_LISTS.some((name) => listIn(state, name)?.some((stream) => 'subscribers' in stream));

/** Who is in a new stream is told after it. */
function created(state: WireState, { streams }: WireEvent): void {
  const subscribers = knowsSubscribers(state) ? { subscribers: [] } : {};
  const known = [...(listIn(state, 'subscriptions') ?? []), ...(listIn(state, 'unsubscribed') ?? [])];
  for (const stream of streams as Item[]) {
    changeList(state, 'streams', (all) => upserted(all, stream, 'stream_id'));
    if (!known.some((other) => has(other, [stream['stream_id']]))) {
      changeList(state, 'never_subscribed', (all) => upserted(all, { ...stream, ...subscribers }, 'stream_id'));
    }
  }
}

function updated(state: WireState, event: WireEvent): void {
  const { id: _, type: __, op: ___, name, stream_id, property, value, ...others } = event;
  const change: Item = { ...others, [property]: value };
  if (property === 'stream_post_policy') change['is_announcement_only'] = value === ADMINISTRATORS_ONLY;
  if (property === 'name') renameMutedTopics(state, name, value);
  const changeStream = (streams: Item[]) =>
    streams.map((stream) => (stream['stream_id'] === stream_id ? { ...stream, ...change } : stream));
  for (const list of STREAM_LISTS) changeList(state, list, changeStream);
  changeInGroups(state, changeStream);
}

/** Groups of default streams hold streams whole. */
function changeInGroups(state: WireState, change: (streams: Item[]) => Item[]): void {
  changeList(state, 'realm_default_stream_groups', (groups) =>
    groups.map((group) => ({ ...group, streams: change(group['streams']) })),
  );
}

/** What is not read in streams that one is not in, or that are gone, does not count. */
function dropUnreadIn(state: WireState, ids: readonly number[]): void {
  const unread = state['unread_msgs'] as Item | undefined;
  if (!unread) return;
  const places = (unread['streams'] as Item[]).filter((place) => has(place, ids));
  const messages = new Set(places.flatMap((place) => place['unread_message_ids'] as number[]));
  dropUnread(unread, (id) => messages.has(id));
}

/** What one wished for topics goes out of sight with their stream; it is told again when the stream comes back. */
function dropTopicsIn(state: WireState, streams: readonly Item[]): void {
  const ids = idsOf(streams);
  changeList(state, 'user_topics', (topics) => topics.filter((topic) => !has(topic, ids)));
  const muted = state['muted_topics'] as [string, string, number][] | undefined;
  if (muted) state['muted_topics'] = muted.filter(([name]) => !streams.some((stream) => stream['name'] === name));
}

/** The older list names streams, not their ids. */
function renameMutedTopics(state: WireState, from: string, to: string): void {
  const muted = state['muted_topics'] as [string, string, number][] | undefined;
  if (muted) state['muted_topics'] = muted.map(([name, ...rest]) => [name === from ? to : name, ...rest]);
}

function subscribed(state: WireState, { subscriptions }: WireEvent): void {
  const ids = idsOf(subscriptions);
  for (const name of SUBSCRIPTION_LISTS) take(state, name, ids);
  changeList(state, 'subscriptions', (all) => [...all, ...subscriptions]);
}

function unsubscribed(state: WireState, { subscriptions }: WireEvent): void {
  const ids = idsOf(subscriptions);
  dropUnreadIn(state, ids);
  const left = listIn(state, 'subscriptions')?.filter((stream) => has(stream, ids)) ?? [];
  take(state, 'subscriptions', ids);
  const me = state['user_id'];
  const withoutMe = left.map((stream) =>
    'subscribers' in stream
      ? { ...stream, subscribers: stream['subscribers'].filter((id: number) => id !== me) }
      : stream,
  );
  changeList(state, 'unsubscribed', (all) => [...all.filter((stream) => !has(stream, ids)), ...withoutMe]);
}

function subscriptionChanged(state: WireState, { stream_id, property, value }: WireEvent): void {
  const change: Item = { [property]: value };
  if (property === 'in_home_view') change['is_muted'] = !value;
  if (property === 'is_muted') change['in_home_view'] = !value;
  changeList(state, 'subscriptions', (all) =>
    all.map((stream) => (stream['stream_id'] === stream_id ? { ...stream, ...change } : stream)),
  );
}

function peersChanged(state: WireState, event: WireEvent, change: (now: number[], ids: number[]) => number[]): void {
  for (const name of SUBSCRIPTION_LISTS) {
    changeList(state, name, (streams) =>
      streams.map((stream) =>
        'subscribers' in stream && has(stream, event['stream_ids'])
          ? { ...stream, subscribers: change(stream['subscribers'], event['user_ids']) }
          : stream,
      ),
    );
  }
}

const isSameTopic = (one: Item, other: Item): boolean =>
  one['stream_id'] === other['stream_id'] && foldName(one['topic_name']) === foldName(other['topic_name']);

export const STREAM_CHANGES: StateChanges = {
  'stream.create': created,
  'stream.update': updated,
  'stream.delete': (state, { streams }) => {
    const ids = idsOf(streams);
    for (const name of STREAM_LISTS) take(state, name, ids);
    changeInGroups(state, (all) => all.filter((stream) => !has(stream, ids)));
    dropUnreadIn(state, ids);
    dropTopicsIn(state, streams);
  },
  'subscription.add': subscribed,
  'subscription.remove': unsubscribed,
  'subscription.update': subscriptionChanged,
  'subscription.peer_add': (state, event) => peersChanged(state, event, (now, ids) => [...new Set([...now, ...ids])]),
  'subscription.peer_remove': (state, event) =>
    peersChanged(state, event, (now, ids) => now.filter((id) => !ids.includes(id))),
  muted_topics: replaces('muted_topics', 'muted_topics'),
  user_topic: (state, event) => {
    const { id: _, type: __, ...topic } = event;
    changeList(state, 'user_topics', (all) => {
      const others = all.filter((other) => !isSameTopic(other, topic));
      return topic['visibility_policy'] === 0 ? others : [...others, topic];
    });
  },
};
