import {
  ALL_CAPABILITIES,
  allClientEventMappings,
  type ClientEvent,
  type ClientTraits,
  type DomainEventType,
  inheritedNotifications,
  type LoggedEvent,
  type Reader,
  Role,
  StreamArchived,
  StreamCreated,
  type StreamRecord,
  StreamUpdated,
  type StreamUpdatedPayload,
  SubscriberActivityChanged,
  type SubscriptionSettings,
  SubscriptionSettingsChanged,
  SubscriptionsAdded,
  type SubscriptionsAddedPayload,
  SubscriptionsRemoved,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { testReader } from '../testing/test-reader.js';

const stream: StreamRecord = {
  streamId: 5,
  recipientId: 50,
  name: 'design',
  description: 'old',
  renderedDescription: '<p>old</p>',
  isPrivate: false,
  isWebPublic: false,
  isHistoryPublicToSubscribers: true,
  createdAtSeconds: 1,
  postPolicy: 1,
  messageRetentionDays: null,
  firstMessageId: null,
  weeklyTraffic: null,
  canRemoveSubscribersGroupId: 6,
  emailAddress: 'design.token@chat.example.com',
};
const secret: StreamRecord = {
  ...stream,
  streamId: 6,
  name: 'secret',
  isPrivate: true,
  isHistoryPublicToSubscribers: false,
};

const settings: SubscriptionSettings = {
  color: '#123456',
  isMuted: false,
  pinToTop: false,
  desktopNotifications: null,
  emailNotifications: null,
  pushNotifications: null,
  audibleNotifications: null,
  wildcardMentionsNotify: null,
};

const reader = (userId: number, role: Role = Role.Member, streamIds: number[] = []): Reader =>
  testReader({ userId, role, streamIds });
const client = (traits: Partial<ClientTraits> = {}, notificationSettingsNull = true): ClientTraits => ({
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: true,
  includeSubscribers: false,
  capabilities: { ...ALL_CAPABILITIES, notificationSettingsNull },
  ...traits,
});

/** The client events of this reader; none outside the audience. */
function eventsFor<Payload>(
  type: DomainEventType<string, Payload>,
  payload: Payload,
  who: Reader,
  traits = client(),
  isSubscribed = false,
): readonly ClientEvent[] {
  const mapping = allClientEventMappings().find(({ source }) => source.type === type.type);
  if (!mapping) throw new Error(`No mapping for ${type.type}.`);
  const event = { payload } as LoggedEvent<Payload>;
  const audience = mapping.audience(payload);
  const isIn =
    audience.kind === 'realm' ||
    (audience.kind === 'users' && audience.userIds.includes(who.userId)) ||
    (audience.kind === 'readers' && audience.test(who)) ||
    (audience.kind === 'stream' && isSubscribed) ||
    (audience.kind === 'stream-metadata' && (who.role !== Role.Guest || isSubscribed));
  return isIn ? mapping.forClient(payload, who, traits, event, () => '') : [];
}

const kinds = (events: readonly ClientEvent[]) => events.map((event) => `${event.type} ${event['op']}`);

describe('a new stream', () => {
  it.each([
    ['a member, a public one', reader(1), stream, true],
    ['a guest, a public one', reader(1, Role.Guest), stream, false],
    ['a guest, a web-public one', reader(1, Role.Guest), { ...stream, isWebPublic: true }, true],
    ['a member, a private one', reader(1), secret, false],
    ['an administrator, a private one', reader(1, Role.Administrator), secret, true],
  ])('appears to %s: see the last column', (_, who, made, isSeen) => {
    expect(kinds(eventsFor(StreamCreated, { stream: made, creatorId: 9 }, who))).toEqual(
      isSeen ? ['stream create'] : [],
    );
  });
});

describe('new subscriptions', () => {
  const added: SubscriptionsAddedPayload = {
    added: [
      { userId: 1, streamId: 5, settings },
      { userId: 1, streamId: 6, settings },
      { userId: 2, streamId: 5, settings },
      { userId: 2, streamId: 6, settings },
    ],
    streams: [
      { stream, subscriberIds: [1, 2, 3] },
      { stream: secret, subscriberIds: [1, 2, 4] },
    ],
  };

  it('publish private streams that become visible to the new subscribers', () => {
    const events = eventsFor(SubscriptionsAdded, added, reader(1));

    expect(kinds(events)).toEqual(['stream create', 'subscription add']);
    expect(events[0]).toMatchObject({ streams: [{ stream_id: 6 }] });
    expect(events[1]).toMatchObject({
      subscriptions: [
        { stream_id: 5, color: '#123456', in_home_view: true, desktop_notifications: null },
        { stream_id: 6, invite_only: true, email_address: 'design.token@chat.example.com' },
      ],
    });
  });

  it('include subscribers only on request, and booleans for clients without support of nulls', () => {
    const subscriptionOf = (traits: ClientTraits) =>
      (eventsFor(SubscriptionsAdded, added, reader(2), traits)[1]?.['subscriptions'] as object[] | undefined)?.[0];

    expect(subscriptionOf(client())).not.toHaveProperty('subscribers');
    expect(subscriptionOf(client({ includeSubscribers: true }))).toMatchObject({ subscribers: [1, 2, 3] });
    expect(subscriptionOf(client({}, false))).toMatchObject({
      desktop_notifications: false,
      wildcard_mentions_notify: true,
    });
  });

  it("have the user's own settings where those of the stream are not set, for clients that take no nulls", () => {
    const own = { ...inheritedNotifications(undefined), desktopNotifications: true, wildcardMentionsNotify: false };
    const events = (takesNulls: boolean) =>
      eventsFor(SubscriptionsAdded, { ...added, inherited: { 2: own } }, reader(2), client({}, takesNulls));
    const find = (takesNulls: boolean) =>
      events(takesNulls).find(({ op }) => op === 'add')?.['subscriptions'] as object[];

    expect(find(false)[0]).toMatchObject({ desktop_notifications: true, wildcard_mentions_notify: false });
    expect(find(true)[0]).toMatchObject({ desktop_notifications: null, wildcard_mentions_notify: null });
  });

  it('publish public streams, too, before the streams of a new role are published', () => {
    const risen = testReader({ userId: 1, role: Role.Member, roleInSight: Role.Guest, streamIds: [5, 6] });
    const events = eventsFor(SubscriptionsAdded, added, risen);

    expect(kinds(events)).toEqual(['stream create', 'subscription add']);
    expect(events[0]).toMatchObject({ streams: [{ stream_id: 5 }, { stream_id: 6 }] });
  });

  it('of a deactivated or reactivated user are published to peers only', () => {
    const change = (isActive: boolean, who: Reader) =>
      eventsFor(SubscriberActivityChanged, { userId: 1, isActive, streams: [{ stream, subscriberIds: null }] }, who);

    const told = { type: 'subscription', stream_ids: [5], user_ids: [1] };
    expect(change(false, reader(9))).toEqual([{ ...told, op: 'peer_remove' }]);
    expect(change(true, reader(9))).toEqual([{ ...told, op: 'peer_add' }]);
    expect(change(true, reader(1))).toEqual([]);
    expect(change(true, reader(9, Role.Guest))).toEqual([]);
    // Readers that were members or guests for messaging when it wrote the event.
    expect(change(true, reader(9, Role.Guest, [5]))).toEqual([{ ...told, op: 'peer_add' }]);
  });

  it('are published to the peers of each stream that may see it', () => {
    const peers = (who: Reader) => eventsFor(SubscriptionsAdded, added, who);

    expect(peers(reader(7))).toEqual([{ type: 'subscription', op: 'peer_add', stream_ids: [5], user_ids: [1, 2] }]);
    expect(peers(reader(4, Role.Member, [6]))).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [5, 6], user_ids: [1, 2] },
    ]);
    expect(peers(reader(8, Role.Administrator))).toMatchObject([{ stream_ids: [5, 6] }]);
    expect(peers(reader(9, Role.Guest))).toEqual([]);
    expect(peers(reader(3, Role.Guest, [5]))).toMatchObject([{ stream_ids: [5] }]);
  });
});

describe('ended subscriptions', () => {
  const removed = {
    removed: [
      { userId: 1, streamId: 5 },
      { userId: 1, streamId: 6 },
    ],
    streams: [
      { stream, subscriberIds: null },
      { stream: secret, subscriberIds: [2] },
    ],
  };

  it('remove streams that the user no longer sees', () => {
    const events = eventsFor(SubscriptionsRemoved, removed, reader(1));

    expect(events[0]).toEqual({
      type: 'subscription',
      op: 'remove',
      subscriptions: [
        { stream_id: 5, name: 'design' },
        { stream_id: 6, name: 'secret' },
      ],
    });
    expect(events[1]).toMatchObject({ type: 'stream', op: 'delete', streams: [{ stream_id: 6 }] });
    expect(kinds(eventsFor(SubscriptionsRemoved, removed, reader(1, Role.Administrator)))).toEqual([
      'subscription remove',
    ]);
    expect(kinds(eventsFor(SubscriptionsRemoved, removed, reader(2, Role.Member, [6])))).toEqual([
      'subscription peer_remove',
    ]);
  });

  it('include users that left at the same time, if the reader still sees the stream', () => {
    const together = {
      removed: [1, 3].map((userId) => ({ userId, streamId: 6 })),
      streams: [{ stream: secret, subscriberIds: [2] }],
    };
    const told = (each: Reader) => eventsFor(SubscriptionsRemoved, together, each).slice(1);

    expect(told(reader(1, Role.Administrator))).toEqual([
      { type: 'subscription', op: 'peer_remove', stream_ids: [6], user_ids: [3] },
    ]);
    expect(kinds(told(reader(1)))).toEqual(['stream delete']);
  });
});

describe('a changed stream', () => {
  const changed = (
    now: Partial<StreamRecord>,
    previous: Partial<StreamRecord>,
    subscriberIds: number[] | null = null,
  ) => ({ stream: { ...stream, ...now }, previous, actorId: 1, subscriberIds }) satisfies StreamUpdatedPayload;

  it('is published by property, under its client name', () => {
    const payload = changed(
      { name: 'new', description: 'd', renderedDescription: '<p>d</p>', postPolicy: 2 },
      { name: 'design', description: 'old', renderedDescription: '<p>old</p>', postPolicy: 1 },
    );

    expect(eventsFor(StreamUpdated, payload, reader(1))).toMatchObject([
      { property: 'stream_post_policy', value: 2, name: 'design', stream_id: 5 },
      { property: 'is_announcement_only', value: true },
      { property: 'description', value: 'd', rendered_description: '<p>d</p>' },
      { property: 'name', value: 'new', name: 'design' },
    ]);
  });

  const toPrivate = changed(
    { isPrivate: true, isHistoryPublicToSubscribers: false },
    { isPrivate: false, isHistoryPublicToSubscribers: true },
    [1],
  );
  const toPublic = changed({}, { isPrivate: true, isHistoryPublicToSubscribers: false }, [1]);
  const toWebPublic = changed({ isWebPublic: true }, { isWebPublic: false }, [1]);

  it.each([
    ['made private', toPrivate, reader(1), ['stream update']],
    ['made private', toPrivate, reader(2), ['stream delete']],
    ['made private', toPrivate, reader(3, Role.Administrator), ['stream update']],
    ['made private', toPrivate, reader(4, Role.Guest), []],
    ['made public', toPublic, reader(1, Role.Guest), ['stream update']],
    ['made public', toPublic, reader(2), ['stream create', 'subscription peer_add']],
    ['made public', toPublic, reader(4, Role.Guest), []],
    ['made web-public', toWebPublic, reader(2), ['stream update']],
    ['made web-public', toWebPublic, reader(4, Role.Guest), ['stream create', 'subscription peer_add']],
  ])('%s appears, changes or disappears by reader', (_, payload, who, expected) => {
    expect(kinds(eventsFor(StreamUpdated, payload, who))).toEqual(expected);
  });

  const risen = testReader({ userId: 2, role: Role.Administrator, roleInSight: Role.Member });
  const fallen = testReader({ userId: 2, role: Role.Guest, roleInSight: Role.Member });
  it.each([
    // New to both readers, which see the stream by then: no other event publishes it.
    ['made public', toPublic, risen, ['stream create', 'subscription peer_add', 'stream update']],
    ['made private', toPrivate, risen, ['stream update']],
    // Known so far, and by then seen by neither.
    ['made private', toPrivate, fallen, ['stream delete']],
    ['made public', toPublic, fallen, []],
  ])('%s is published by the old role before the streams of a new role are published', (_, payload, who, expected) => {
    expect(kinds(eventsFor(StreamUpdated, payload, who))).toEqual(expected);
    expect(kinds(eventsFor(StreamArchived, { stream, subscriberIds: [] }, who))).toEqual(['stream delete']);
  });

  it('includes the fields that belong to its privacy', () => {
    expect(eventsFor(StreamUpdated, toPrivate, reader(1))).toMatchObject([
      { property: 'invite_only', value: true, history_public_to_subscribers: false, is_web_public: false },
    ]);
  });

  it('disappears for readers that saw it when it is archived', () => {
    const payload = { stream: secret, subscriberIds: [1] };

    expect(kinds(eventsFor(StreamArchived, payload, reader(1)))).toEqual(['stream delete']);
    expect(eventsFor(StreamArchived, payload, reader(2))).toEqual([]);
  });
});

describe('own settings', () => {
  it('are published one by one, and muting also in its deprecated form', () => {
    const payload = {
      userId: 1,
      changes: [
        { streamId: 5, property: 'isMuted', value: true },
        { streamId: 5, property: 'color', value: '#fff' },
      ],
    } as const;

    expect(eventsFor(SubscriptionSettingsChanged, payload, reader(1))).toMatchObject([
      { property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
      { property: 'color', value: '#fff', stream_id: 5, op: 'update' },
    ]);
    expect(eventsFor(SubscriptionSettingsChanged, payload, reader(2))).toEqual([]);
  });
});
