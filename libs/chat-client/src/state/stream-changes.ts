import {
  type ClientStream,
  MutedTopicsEvent,
  StreamCreateEvent,
  StreamDeleteEvent,
  StreamPostPolicy,
  StreamUpdateEvent,
  SubscribersAddedEvent,
  SubscribersRemovedEvent,
  SubscriptionAddEvent,
  SubscriptionAddWithoutNullEvent,
  SubscriptionRemoveEvent,
  type SubscriptionSettings,
  SubscriptionUpdateEvent,
  TopicVisibility,
  UserTopicEvent,
  type Wire,
} from '@chat/contracts';
import { foldName } from '@chat/text';
import {
  changeList,
  type ItemOf,
  on,
  replace,
  type StateChange,
  union,
  update,
  upsert,
  type WireState,
  withFields,
  without,
} from './state-change.js';
import { dropUnread } from './unread-messages.js';

const SUBSCRIPTION_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;
const STREAM_LISTS = [...SUBSCRIPTION_LISTS, 'streams', 'realm_default_streams'] as const;

type NamedStream = Pick<Wire<ClientStream>, 'stream_id' | 'name'>;
type UserTopic = ItemOf<'user_topics'>;

const has = ({ stream_id }: { readonly stream_id: number }, ids: readonly number[]): boolean => ids.includes(stream_id);
const idsOf = (streams: readonly NamedStream[]): number[] => streams.map((stream) => stream.stream_id);
const take = (state: WireState, name: (typeof STREAM_LISTS)[number], ids: readonly number[]): void =>
  changeList(state, name, (streams) => streams.filter((stream) => !has(stream, ids)));

/** Whether the client fetched subscribers; then new streams have a list of them, too. */
const knowsSubscribers = (state: WireState): boolean =>
  SUBSCRIPTION_LISTS.some((name) => state[name]?.some((stream) => stream.subscribers !== undefined));

/** The subscribers of a new stream follow in an event of their own. */
function created(state: WireState, { streams }: Wire<StreamCreateEvent>): void {
  const subscribers = knowsSubscribers(state) ? { subscribers: [] } : {};
  const known = [...(state.subscriptions ?? []), ...(state.unsubscribed ?? [])];
  for (const stream of streams) {
    upsert(state, 'streams', 'stream_id', stream);
    if (known.some((other) => has(other, [stream.stream_id]))) continue;
    // The event has no traffic estimate.
    const strange = { ...stream, ...subscribers } as ItemOf<'never_subscribed'>;
    upsert(state, 'never_subscribed', 'stream_id', strange);
  }
}

function updated(state: WireState, event: Wire<StreamUpdateEvent>): void {
  const { name, stream_id, property, value, ...others } = event;
  const policy: keyof Wire<ClientStream> = 'stream_post_policy';
  const derived: Partial<Wire<ClientStream>> =
    property === policy ? { is_announcement_only: value === StreamPostPolicy.Administrators } : {};
  if (property === 'name') renameMutedTopics(state, name, String(value));
  const changed = <Item extends NamedStream>(streams: readonly Item[]): Item[] =>
    streams.map((stream) =>
      stream.stream_id === stream_id ? { ...stream, ...others, [property]: value, ...derived } : stream,
    );
  for (const list of STREAM_LISTS) changeList(state, list, changed);
  changeInGroups(state, changed);
}

/** Groups of default streams contain complete streams. */
function changeInGroups(
  state: WireState,
  change: (streams: readonly Wire<ClientStream>[]) => readonly Wire<ClientStream>[],
): void {
  changeList(state, 'realm_default_stream_groups', (groups) =>
    groups.map((group) => withFields(group, { streams: change(group.streams) })),
  );
}

/** Unread messages count only in streams that the user is subscribed to. */
function dropUnreadIn(state: WireState, ids: readonly number[]): void {
  const { unread_msgs: unread } = state;
  if (!unread) return;
  const places = unread.streams.filter((place) => has(place, ids));
  const messages = new Set(places.flatMap((place) => place.unread_message_ids));
  state.unread_msgs = dropUnread(unread, (id) => messages.has(id));
}

/** The server sends the visibility of topics again when their stream reappears. */
function dropTopicsIn(state: WireState, streams: readonly NamedStream[]): void {
  const ids = idsOf(streams);
  changeList(state, 'user_topics', (topics) => topics.filter((topic) => !has(topic, ids)));
  changeList(state, 'muted_topics', (muted) => muted.filter(([name]) => !streams.some((each) => each.name === name)));
}

/** The deprecated list contains names of streams instead of ids. */
const renameMutedTopics = (state: WireState, from: string, to: string): void =>
  changeList(state, 'muted_topics', (muted) =>
    muted.map(([name, topic, time]) => [name === from ? to : name, topic, time]),
  );

function subscribed(
  state: WireState,
  { subscriptions }: Wire<SubscriptionAddEvent> | Wire<SubscriptionAddWithoutNullEvent>,
): void {
  const ids = idsOf(subscriptions);
  for (const name of SUBSCRIPTION_LISTS) take(state, name, ids);
  changeList(state, 'subscriptions', (all) => [...all, ...subscriptions]);
}

function unsubscribed(state: WireState, { subscriptions }: Wire<SubscriptionRemoveEvent>): void {
  const ids = idsOf(subscriptions);
  dropUnreadIn(state, ids);
  const left = state.subscriptions?.filter((stream) => has(stream, ids)) ?? [];
  take(state, 'subscriptions', ids);
  const withoutMe = left.map((stream) =>
    stream.subscribers
      ? withFields(stream, { subscribers: stream.subscribers.filter((id) => id !== state.user_id) })
      : stream,
  );
  changeList(state, 'unsubscribed', (all) => [...all.filter((stream) => !has(stream, ids)), ...withoutMe]);
}

function subscriptionChanged(state: WireState, { stream_id, property, value }: Wire<SubscriptionUpdateEvent>): void {
  const muted: keyof Wire<SubscriptionSettings> = 'is_muted';
  const shown: keyof ItemOf<'subscriptions'> = 'in_home_view';
  const change = {
    [property]: value,
    ...(property === shown && { [muted]: !value }),
    ...(property === muted && { [shown]: !value }),
  };
  update(state, 'subscriptions', 'stream_id', stream_id, () => change);
}

function peersChanged(
  state: WireState,
  { stream_ids, user_ids }: Wire<SubscribersAddedEvent>,
  change: (now: readonly number[], ids: readonly number[]) => number[],
): void {
  for (const name of SUBSCRIPTION_LISTS) {
    changeList(state, name, (streams) =>
      streams.map((stream) =>
        stream.subscribers && has(stream, stream_ids)
          ? withFields(stream, { subscribers: change(stream.subscribers, user_ids) })
          : stream,
      ),
    );
  }
}

const isSameTopic = (one: UserTopic, other: UserTopic): boolean =>
  one.stream_id === other.stream_id && foldName(one.topic_name) === foldName(other.topic_name);

export const STREAM_CHANGES: readonly StateChange[] = [
  on(StreamCreateEvent, created),
  on(StreamUpdateEvent, updated),
  on(StreamDeleteEvent, (state, { streams }) => {
    const ids = idsOf(streams);
    for (const name of STREAM_LISTS) take(state, name, ids);
    changeInGroups(state, (all) => all.filter((stream) => !has(stream, ids)));
    dropUnreadIn(state, ids);
    dropTopicsIn(state, streams);
  }),
  on([SubscriptionAddEvent, SubscriptionAddWithoutNullEvent], subscribed),
  on(SubscriptionRemoveEvent, unsubscribed),
  on(SubscriptionUpdateEvent, subscriptionChanged),
  on(SubscribersAddedEvent, (state, event) => peersChanged(state, event, union)),
  on(SubscribersRemovedEvent, (state, event) => peersChanged(state, event, without)),
  on(MutedTopicsEvent, (state, event) => replace(state, 'muted_topics', event.muted_topics)),
  on(UserTopicEvent, (state, topic) =>
    changeList(state, 'user_topics', (all) => {
      const others = all.filter((other) => !isSameTopic(other, topic));
      return topic.visibility_policy === TopicVisibility.Inherit ? others : [...others, topic];
    }),
  ),
];
