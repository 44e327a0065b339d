import type { ClientStream, StreamPostPolicy, SubscriptionSettings, TopicVisibility, Wire } from '@chat/contracts';
import type { EventFields } from './client-events.js';
import { type IdSet } from './id-set.js';
import { type RecordOf, topicKey } from './record-lists.js';
import type { StateChanges } from './state-change.js';
import type { StateStore } from './state-store.js';
import type { ItemOf } from './wire-state.js';

const SUBSCRIPTION_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
const STREAM_LISTS = [...SUBSCRIPTION_LISTS, 'streams', 'realm_default_streams'] as const;
const ADMINISTRATORS: (typeof StreamPostPolicy)['Administrators'] = 2;
const INHERIT: (typeof TopicVisibility)['Inherit'] = 0;

type NamedStream = Pick<Wire<ClientStream>, 'stream_id' | 'name'>;

const idsOf = (streams: readonly NamedStream[]): number[] => streams.map((stream) => stream.stream_id);

/** Whether the client fetched subscribers; then new streams have a list of them, too. */
const knowsSubscribers = (state: StateStore): boolean =>
  SUBSCRIPTION_LISTS.some((name) => [...state.all(name).values()].some((stream) => stream.subscribers !== undefined));

/** The subscribers of a new stream follow in an event of their own. */
function created(state: StateStore, { streams }: EventFields<'stream.create'>): void {
  const subscribers = knowsSubscribers(state) ? { subscribers: [] } : {};
  for (const stream of streams) {
    state.put('streams', stream);
    const isKnown = state.all('subscriptions').has(stream.stream_id) || state.all('unsubscribed').has(stream.stream_id);
    // The event has no traffic estimate.
    if (!isKnown) state.put('never_subscribed', { ...stream, ...subscribers } as ItemOf<'never_subscribed'>);
  }
}

function updated(state: StateStore, event: EventFields<'stream.update'>): void {
  const { name, stream_id, property, value, ...others } = event;
  const policy: keyof Wire<ClientStream> = 'stream_post_policy';
  const derived: Partial<Wire<ClientStream>> =
    property === policy ? { is_announcement_only: value === ADMINISTRATORS } : {};
  const change = { ...others, [property]: value, ...derived };
  if (property === 'name') renameMutedTopics(state, name, String(value));
  for (const list of STREAM_LISTS) state.update(list, stream_id, () => change);
  changeInGroups(state, (streams) =>
    streams.map((stream) => (stream.stream_id === stream_id ? { ...stream, ...change } : stream)),
  );
}

/** Groups of default streams contain complete streams. */
function changeInGroups(
  state: StateStore,
  change: (streams: readonly Wire<ClientStream>[]) => readonly Wire<ClientStream>[],
): void {
  const groups = state.field('realm_default_stream_groups');
  const changed = groups?.map((group) => ({ ...group, streams: change(group.streams) }) satisfies typeof group);
  state.set('realm_default_stream_groups', changed);
}

function streamsGone(state: StateStore, { streams }: EventFields<'stream.delete'>): void {
  const ids = idsOf(streams);
  for (const id of ids) for (const name of STREAM_LISTS) state.remove(name, id);
  changeInGroups(state, (all) => all.filter((stream) => !ids.includes(stream.stream_id)));
  dropUnreadIn(state, ids);
  dropTopicsIn(state, streams);
}

/** Unread messages count only in streams that the user is subscribed to. */
function dropUnreadIn({ unread }: StateStore, ids: readonly number[]): void {
  const places = [...(unread?.all() ?? [])].filter(
    ({ place }) => place.list === 'streams' && ids.includes(place.key.stream_id),
  );
  for (const place of places) unread?.drop([...place.ids]);
}

/** The server sends the visibility of topics again when their stream reappears. */
function dropTopicsIn(state: StateStore, streams: readonly NamedStream[]): void {
  const ids = idsOf(streams);
  for (const [key, topic] of state.all('user_topics'))
    if (ids.includes(topic.stream_id)) state.remove('user_topics', key);
  const names = streams.map(({ name }) => name);
  changeMutedTopics(state, (muted) => muted.filter(([name]) => !names.includes(name)));
}

/** The deprecated list contains names of streams instead of ids. */
const renameMutedTopics = (state: StateStore, from: string, to: string): void =>
  changeMutedTopics(state, (muted) => muted.map(([name, topic, time]) => [name === from ? to : name, topic, time]));

type MutedTopics = readonly ItemOf<'muted_topics'>[];
function changeMutedTopics(state: StateStore, change: (muted: MutedTopics) => MutedTopics): void {
  const muted = state.field('muted_topics');
  if (muted !== undefined) state.set('muted_topics', change(muted));
}

function subscribed(state: StateStore, { subscriptions }: EventFields<'subscription.add'>): void {
  for (const subscription of subscriptions) {
    for (const name of SUBSCRIPTION_LISTS) state.remove(name, subscription.stream_id);
    state.put('subscriptions', subscription);
  }
}

function unsubscribed(state: StateStore, { subscriptions }: EventFields<'subscription.remove'>): void {
  const ids = idsOf(subscriptions);
  dropUnreadIn(state, ids);
  for (const id of ids) {
    const left = state.remove('subscriptions', id);
    if (left === undefined) continue;
    state.keep('unsubscribed', id, left as RecordOf<'unsubscribed'>);
    state.changePeople('unsubscribed', id, 'subscribers', (people) =>
      people.delete([state.field('user_id') as number]),
    );
  }
}

function subscriptionChanged(state: StateStore, event: EventFields<'subscription.update'>): void {
  const { stream_id, property, value } = event;
  const muted: keyof Wire<SubscriptionSettings> = 'is_muted';
  const shown: keyof ItemOf<'subscriptions'> = 'in_home_view';
  state.update('subscriptions', stream_id, () => ({
    [property]: value,
    ...(property === shown && { [muted]: !value }),
    ...(property === muted && { [shown]: !value }),
  }));
}

function peersChanged(state: StateStore, streamIds: readonly number[], change: (subscribers: IdSet) => void): void {
  for (const name of SUBSCRIPTION_LISTS) {
    for (const id of streamIds) state.changePeople(name, id, 'subscribers', change);
  }
}

function topicChanged(state: StateStore, topic: EventFields<'user_topic'>): void {
  if (topic.visibility_policy !== INHERIT) state.put('user_topics', topic);
  else state.remove('user_topics', topicKey(topic.stream_id, topic.topic_name));
}

export const STREAM_CHANGES: StateChanges = {
  'stream.create': created,
  'stream.update': updated,
  'stream.delete': streamsGone,
  'subscription.add': subscribed,
  'subscription.remove': unsubscribed,
  'subscription.update': subscriptionChanged,
  'subscription.peer_add': (state, { stream_ids, user_ids }) =>
    peersChanged(state, stream_ids, (subscribers) => subscribers.add(user_ids)),
  'subscription.peer_remove': (state, { stream_ids, user_ids }) =>
    peersChanged(state, stream_ids, (subscribers) => subscribers.delete(user_ids)),
  muted_topics: (state, event) => state.set('muted_topics', event.muted_topics),
  user_topic: topicChanged,
};
