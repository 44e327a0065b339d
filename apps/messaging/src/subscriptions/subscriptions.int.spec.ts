import {
  ChangeSubscriptionSettings,
  type DomainEventType,
  GetFanoutFacts,
  GetMessage,
  GetMessagingRegisterState,
  GetStreamMembers,
  GetSubscriptionStatus,
  GetSubscriptions,
  MessageSent,
  type Principal,
  Role,
  StreamArchived,
  StreamCreated,
  Subscribe,
  SubscribeNewUser,
  SubscriberActivityChanged,
  SubscriptionSettingsChanged,
  SubscriptionsAdded,
  SubscriptionsRemoved,
  Unsubscribe,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendToStream, subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let owner: Principal;
let admin: Principal;
let ana: Principal;
let ben: Principal;
let guest: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  owner = await messaging.addUser({ role: Role.Owner });
  admin = await messaging.addUser({ role: Role.Administrator });
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  guest = await messaging.addUser({ role: Role.Guest });
}, 60_000);
afterAll(() => messaging?.close());

async function lastOf<Payload>(type: DomainEventType<string, Payload>, count = 1): Promise<Payload[]> {
  return (await messaging.events())
    .filter(type.matches)
    .map((event) => event.payload as Payload)
    .slice(-count);
}

describe('subscribing', () => {
  it('makes streams that do not exist, with their properties, and tells of it', async () => {
    const outcome = await subscribe(messaging, owner, [{ name: ' Garden ', description: 'Plants\nand **soil**' }], {
      properties: { isPrivate: true, postPolicy: 2, messageRetentionDays: 30, isHistoryPublicToSubscribers: true },
    });

    expect(outcome).toMatchObject({ subscribed: { [owner.email]: ['Garden'] }, alreadySubscribed: {} });
    const [created] = await lastOf(StreamCreated);
    expect(created?.stream).toMatchObject({
      name: 'Garden',
      description: 'Plants and **soil**',
      renderedDescription: '<p>Plants and <strong>soil</strong></p>',
      isPrivate: true,
      isHistoryPublicToSubscribers: true,
      postPolicy: 2,
      messageRetentionDays: 30,
      canRemoveSubscribersGroupId: 6,
    });
    const [added] = await lastOf(SubscriptionsAdded);
    expect(added).toMatchObject({ added: [{ userId: owner.userId }], streams: [{ subscriberIds: [owner.userId] }] });
  });

  it('finds streams without regard to letter case and Unicode form, and names what was there before', async () => {
    await subscribe(messaging, ana, ['Café Straße']);

    const outcome = await subscribe(messaging, ana, ['CAFÉ STRASSE', 'new one']);

    expect(outcome).toMatchObject({
      subscribed: { [ana.email]: ['new one'] },
      alreadySubscribed: { [ana.email]: ['Café Straße'] },
    });
  });

  it('makes one stream when many make it at once', async () => {
    const outcomes = await Promise.all(
      [ana, ben, admin, owner].map((user) => subscribe(messaging, user, ['Race', 'race'])),
    );

    const { rows } = await messaging.sql.query("SELECT count(*)::int AS count FROM streams WHERE name_key = 'race'");
    expect(rows).toEqual([{ count: 1 }]);
    expect(outcomes.flatMap((outcome) => Object.values(outcome.subscribed).flat())).toHaveLength(4);
  });

  it('of others follows the realm’s policy and tells them, unless the stream is new', async () => {
    await subscribe(messaging, ana, ['shared']);
    await subscribe(messaging, ana, ['shared'], { principals: [ben.email] });

    const [notice] = await lastOf(MessageSent);
    expect(notice).toMatchObject({
      recipient: { kind: 'direct', participants: [{ id: 1 }, { id: ben.userId }] },
      content: `@**Ana|${ana.userId}** subscribed you to the stream #**shared**.`,
    });
    await messaging.changeRealm({ inviteToStreamPolicy: 2 });
    const request = { actor: ana, streams: [{ name: 'shared' }], principals: [guest.userId] };
    const rest = { properties: {}, announce: false, authorizationErrorsFatal: true };
    expect(await messaging.refusal(Subscribe, { ...request, ...rest })).toBe('Insufficient permission');
    await messaging.changeRealm({ inviteToStreamPolicy: 1 });
  });

  it.each([
    ['a guest', () => ({ actor: guest }), 'Not allowed for guest users'],
    ['a private stream of others', () => ({ streams: [{ name: 'Garden' }] }), 'Unable to access stream (Garden).'],
    ['an empty name', () => ({ streams: [{ name: ' ' }] }), "Stream name can't be empty!"],
    [
      'a name that is too long',
      () => ({ streams: [{ name: 'x'.repeat(61) }] }),
      'Stream name too long (limit: 60 characters).',
    ],
    [
      'a name with a control character',
      () => ({ streams: [{ name: 'a\nb' }] }),
      'Invalid character in stream name, at position 2!',
    ],
    [
      'a description that is too long',
      () => ({ streams: [{ name: 'x', description: 'd'.repeat(1025) }] }),
      'description is too long (limit: 1024 characters)',
    ],
    [
      'an unknown principal',
      () => ({ principals: [4711] }),
      "User not authorized to execute queries on behalf of '4711'",
    ],
    [
      'a system bot, which is in no stream',
      () => ({ principals: [1] }),
      "User not authorized to execute queries on behalf of '1'",
    ],
    [
      'retention by others than owners',
      () => ({ properties: { messageRetentionDays: 3 } }),
      'Must be an organization owner',
    ],
    ['a web-public stream', () => ({ properties: { isWebPublic: true } }), 'Web-public streams are not enabled.'],
    [
      'a private web-public stream',
      () => ({ properties: { isWebPublic: true, isPrivate: true } }),
      'Invalid parameters',
    ],
    [
      'a group that makes no sense',
      () => ({ properties: { canRemoveSubscribersGroupId: 1 } }),
      "'can_remove_subscribers_group' setting cannot be set to '@role:internet' group.",
    ],
  ])('is refused to %s, and changes nothing', async (_, change, refusal) => {
    const before = (await messaging.events()).length;
    const request = { actor: ana, streams: [{ name: 'never made' }], properties: {}, announce: false };

    expect(await messaging.refusal(Subscribe, { ...request, authorizationErrorsFatal: true, ...change() })).toBe(
      refusal,
    );

    expect(await messaging.events()).toHaveLength(before);
  });

  it('leaves out what may not be joined when asked to', async () => {
    const outcome = await subscribe(messaging, ben, ['Garden', 'shared'], { authorizationErrorsFatal: false });

    expect(outcome).toMatchObject({ alreadySubscribed: { [ben.email]: ['shared'] }, unauthorized: ['Garden'] });
  });

  it('brings back the former settings', async () => {
    await subscribe(messaging, ana, ['settings']);
    const own = async () =>
      (await messaging.request(GetSubscriptions, { actor: ana, includeSubscribers: true })).subscriptions.find(
        (subscription) => subscription['name'] === 'settings',
      );
    const streamId = (await own())?.['stream_id'] as number;
    await messaging.request(ChangeSubscriptionSettings, {
      actor: ana,
      changes: [
        { streamId, property: 'color', value: '#abcdef' },
        { streamId, property: 'in_home_view', value: false },
      ],
    });
    await messaging.request(Unsubscribe, { actor: ana, streams: ['settings'] });
    expect(await own()).toBeUndefined();

    await subscribe(messaging, ana, ['settings']);

    expect(await own()).toMatchObject({
      color: '#abcdef',
      is_muted: true,
      in_home_view: false,
      subscribers: [ana.userId],
    });
  });

  it('announces new streams in the realm’s stream for it', async () => {
    await subscribe(messaging, owner, ['announcements']);
    const { rows } = await messaging.sql.query("SELECT id FROM streams WHERE name = 'announcements'");
    await messaging.changeRealm({ notificationsStreamId: Number(rows[0].id) });

    await subscribe(messaging, ana, ['brand new'], { announce: true });

    const notices = await lastOf(MessageSent, 2);
    expect(notices.map((notice) => notice.content)).toEqual([
      `@_**Ana|${ana.userId}** created a new stream #**brand new**.`,
      `**Public** stream created by @_**Ana|${ana.userId}**. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
    ]);
    expect(notices[0]?.renderedContent).toContain('#narrow/stream/');
  });
});

describe('unsubscribing', () => {
  it('ends it for oneself, and says what was not', async () => {
    await subscribe(messaging, ben, ['one']);

    const outcome = await messaging.request(Unsubscribe, { actor: ben, streams: ['one', 'settings'] });

    expect(outcome).toEqual({ removed: ['one'], notRemoved: ['settings'] });
    const [removed] = await lastOf(SubscriptionsRemoved);
    expect(removed?.removed).toMatchObject([{ userId: ben.userId }]);
  });

  it('does nothing of the request when a stream does not exist, or may not be known of', async () => {
    await subscribe(messaging, ben, ['kept']);
    const unknown = { actor: ben, streams: ['kept', 'nowhere'] };
    const hidden = { actor: ben, streams: ['kept', 'Garden'] };

    expect(await messaging.refusal(Unsubscribe, unknown)).toBe("Stream 'nowhere' does not exist");
    const unstorable = { ...unknown, streams: ['no\0where'] };
    expect(await messaging.refusal(Unsubscribe, unstorable)).toBe("Stream 'no\0where' does not exist");
    expect(await messaging.refusal(Unsubscribe, hidden)).toBe("Stream 'Garden' does not exist");

    const { rows } = await messaging.sql.query("SELECT id FROM streams WHERE name = 'kept'");
    const status = { actor: ben, userId: ben.userId, streamId: Number(rows[0].id) };
    expect(await messaging.request(GetSubscriptionStatus, status)).toEqual({ isSubscribed: true });
  });

  it('of somebody unknown, or deactivated, is refused in one way', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });

    for (const principal of [gone.userId, gone.email, 4711, 'nobody@test.example']) {
      const principals = [principal] as readonly number[] | readonly string[];
      await expect(
        messaging.request(Unsubscribe, { actor: admin, streams: ['shared'], principals }),
      ).rejects.toMatchObject({
        message: `User not authorized to execute queries on behalf of '${principal}'`,
        code: 'UNAUTHORIZED_PRINCIPAL',
        status: 403,
        fields: { principal },
      });
    }
  });

  it('of others is for administrators, owners of bots, and the stream’s group', async () => {
    const bot = await messaging.addUser({ isBot: true, botOwnerId: ana.userId });
    await subscribe(messaging, ana, ['crowd'], { principals: [ana.userId, ben.userId, bot.userId] });
    const remove = (actor: Principal, who: Principal) => ({ actor, streams: ['crowd'], principals: [who.userId] });

    expect(await messaging.refusal(Unsubscribe, remove(ana, ben))).toBe('Insufficient permission');
    expect(await messaging.request(Unsubscribe, remove(ana, bot))).toMatchObject({ removed: ['crowd'] });
    expect(await messaging.request(Unsubscribe, remove(admin, ben))).toMatchObject({ removed: ['crowd'] });

    await messaging.sql.query("UPDATE streams SET can_remove_subscribers_group_id = 3 WHERE name = 'crowd'");
    messaging.groups = messaging.groups.map((group) =>
      group.groupId === 3 ? { ...group, memberIds: [ana.userId] } : group,
    );
    await messaging.replicas[0]?.stop();
    messaging.replicas.length = 0;
    await messaging.startReplica();
    await subscribe(messaging, ben, ['crowd']);
    expect(await messaging.request(Unsubscribe, remove(ana, ben))).toMatchObject({ removed: ['crowd'] });
    expect(await messaging.refusal(Unsubscribe, remove(ben, ana))).toBe('Insufficient permission');
  });

  it('archives a private stream in which only deactivated users are left', async () => {
    const gone = await messaging.addUser();
    const principals = [ana.userId, gone.userId];
    await subscribe(messaging, ana, ['forgotten'], { properties: { isPrivate: true }, principals });
    await messaging.changeUser(gone.userId, { isActive: false });

    await messaging.request(Unsubscribe, { actor: ana, streams: ['forgotten'] });

    expect(await lastOf(StreamArchived)).toMatchObject([{ stream: { name: 'forgotten' } }]);
  });

  it('archives a private stream in which nobody is left', async () => {
    await subscribe(messaging, ana, ['lonely'], { properties: { isPrivate: true } });

    await messaging.request(Unsubscribe, { actor: ana, streams: ['lonely'] });

    expect(await lastOf(StreamArchived)).toMatchObject([{ stream: { name: 'lonely' } }]);
    expect(await subscribe(messaging, ben, ['lonely'])).toMatchObject({ subscribed: { [ben.email]: ['lonely'] } });
  });
});

describe('what the stream is told', () => {
  it('of its beginning is read for whoever began it, and only for them', async () => {
    await subscribe(messaging, ana, ['begun'], { principals: [ana.userId, ben.userId] });

    const [sent] = await lastOf(MessageSent);
    expect(sent).toMatchObject({ recipient: { streamName: 'begun' }, readByUserIds: [ana.userId] });
    const flagsFor = async (actor: Principal) =>
      (
        await messaging.request(GetMessage, {
          actor,
          realmId: actor.realmId,
          messageId: sent?.messageId as number,
          applyMarkdown: true,
          clientExtavatar: true,
        })
      ).message.flags;
    expect(await flagsFor(ana)).toEqual(['read']);
    expect(await flagsFor(ben)).toEqual([]);
  });
});

describe('settings', () => {
  it.each([
    ['an unknown property', 'volume', 1, 'Unknown subscription property: volume'],
    ['a color that is none', 'color', 'red', 'color is not a valid hex color code'],
    ['a boolean that is none', 'pin_to_top', 'yes', 'pin_to_top is not a boolean'],
  ])('refuse %s', async (_, property, value, refusal) => {
    const [own] = (await messaging.request(GetSubscriptions, { actor: ana, includeSubscribers: false })).subscriptions;
    const streamId = own?.['stream_id'] as number;

    const changes = [
      { streamId, property: 'is_muted', value: true },
      { streamId, property, value },
    ];
    expect(await messaging.refusal(ChangeSubscriptionSettings, { actor: ana, changes })).toBe(refusal);
    expect((await lastOf(SubscriptionSettingsChanged)).at(-1)?.changes).not.toContainEqual(
      expect.objectContaining({ streamId, property: 'isMuted' }),
    );
  });

  it('are for subscribers only', async () => {
    const { rows } = await messaging.sql.query("SELECT id FROM streams WHERE name = 'announcements'");
    const streamId = Number(rows[0].id);
    const changes = [{ streamId, property: 'is_muted', value: true }];

    expect(await messaging.refusal(ChangeSubscriptionSettings, { actor: ben, changes })).toBe(
      `Not subscribed to stream id ${streamId}`,
    );
  });
});

describe('a new user', () => {
  it('gets the default streams once, asked or told, and keeps what was changed since', async () => {
    await subscribe(messaging, owner, ['welcome']);
    await messaging.sql.query(
      "INSERT INTO default_streams (stream_id, realm_id) SELECT id, realm_id FROM streams WHERE name = 'welcome'",
    );
    const fresh = await messaging.addUser();
    await messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId: fresh.userId });
    const names = async () =>
      (await messaging.request(GetSubscriptions, { actor: fresh, includeSubscribers: false })).subscriptions.map(
        (subscription) => subscription['name'],
      );
    expect(await names()).toEqual(['welcome']);

    await messaging.request(Unsubscribe, { actor: fresh, streams: ['welcome'] });
    await messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId: fresh.userId });

    expect(await names()).toEqual([]);
  });
});

describe('somebody who is deactivated', () => {
  it('is listed among no subscribers until reactivated, and others are told', async () => {
    const gone = await messaging.addUser();
    await subscribe(messaging, owner, ['left']);
    await subscribe(messaging, gone, ['left']);
    const { rows } = await messaging.sql.query("SELECT id FROM streams WHERE name = 'left'");
    const streamId = rows[0].id as number;
    const listed = async () => {
      const { subscribers } = await messaging.request(GetStreamMembers, { actor: owner, streamId });
      const own = await messaging.request(GetSubscriptions, { actor: owner, includeSubscribers: true });
      expect(own.subscriptions.find(({ name }) => name === 'left')).toMatchObject({ subscribers });
      return subscribers.includes(gone.userId);
    };
    const told = (isActive: boolean) =>
      eventually(async () =>
        (await messaging.events())
          .filter(SubscriberActivityChanged.matches)
          .find(({ payload }) => payload.userId === gone.userId && payload.isActive === isActive),
      );

    await messaging.changeUser(gone.userId, { isActive: false });
    expect(await listed()).toBe(false);
    const streams = (await told(false))?.payload.streams;
    expect(streams?.find(({ stream }) => stream.streamId === streamId)).toMatchObject({ subscriberIds: null });

    await messaging.changeUser(gone.userId, { isActive: true });
    expect(await listed()).toBe(true);
    await told(true);
  });
});

describe('the state for register', () => {
  const fetch = (
    actor: Principal | null,
    fetchEventTypes: string[] | null = null,
    includeSubscribers = false,
    notificationSettingsNull = true,
    withSubscribedStreamIds = false,
  ) =>
    messaging.request(GetMessagingRegisterState, {
      withSubscribedStreamIds,
      actor,
      fetchEventTypes,
      clientExtavatar: true,
      includeSubscribers,
      slimPresence: false,
      capabilities: {
        notificationSettingsNull,
        bulkMessageDeletion: true,
        userAvatarUrlFieldOptional: true,
        streamTypingNotifications: true,
        userSettingsObject: true,
        linkifierUrlTemplate: true,
      },
    });

  it("has the user's own settings in the place of nulls for clients that take none", async () => {
    const own = await messaging.addUser();
    const { settings } = messaging.users.get(own.userId)!;
    await messaging.changeUser(own.userId, {
      settings: { ...settings, enableStreamPushNotifications: true, wildcardMentionsNotify: false },
    });
    await subscribe(messaging, own, ['of my own defaults']);

    const subscriptionOf = async (takesNulls: boolean) =>
      ((await fetch(own, ['subscription'], false, takesNulls)).state['subscriptions'] as object[])[0];
    const defaults = { push_notifications: true, desktop_notifications: false, wildcard_mentions_notify: false };
    expect(await subscriptionOf(false)).toMatchObject(defaults);
    expect(await subscriptionOf(true)).toMatchObject({ push_notifications: null, wildcard_mentions_notify: null });
    const told = (await messaging.events()).filter(SubscriptionsAdded.matches).at(-1)?.payload.inherited;
    expect(told?.[own.userId]).toMatchObject({ pushNotifications: true, wildcardMentionsNotify: false });
  });

  it('shows every visible stream in one list, and hidden ones nowhere', async () => {
    const { state } = await fetch(ben, ['subscription', 'stream'], true);

    const names = (field: string) => (state[field] as { name: string }[]).map(({ name }) => name);
    const all = [...names('subscriptions'), ...names('unsubscribed'), ...names('never_subscribed')];
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort()).toEqual(names('streams').sort());
    expect(names('subscriptions')).toContain('kept');
    expect(names('unsubscribed')).toContain('one');
    expect(all).not.toContain('Garden');
    expect((state['subscriptions'] as { subscribers: number[] }[])[0]?.subscribers).toContain(ben.userId);
  });

  it('has only what was asked for, and is stamped', async () => {
    // New people are still being subscribed to the default streams, maybe: between the looks at the log as well.
    const before = (await messaging.events()).length;
    const { state, sequence } = await fetch(ana, ['message']);
    const after = (await messaging.events()).length;

    expect(Object.keys(state)).toContain('max_message_id');
    expect(Object.keys(state)).not.toContain('subscriptions');
    expect(sequence).toBeGreaterThanOrEqual(before);
    expect(sequence).toBeLessThanOrEqual(after);
  });

  it('tells nobody without an account how much was written', async () => {
    expect((await fetch(null, ['message'])).state).toMatchObject({ max_message_id: -1 });
  });

  it('tells guests of nothing but what they are in', async () => {
    const { state } = await fetch(guest, ['subscription', 'stream', 'default_streams']);

    expect(state).toMatchObject({ subscriptions: [], never_subscribed: [], streams: [], realm_default_streams: [] });
  });

  it('agrees with the facts for the fan-out', async () => {
    const { state } = await fetch(ana, ['subscription']);
    const facts = await messaging.request(GetFanoutFacts, { realmId: TEST_REALM, userIds: [ana.userId, 4711] });

    const ids = (state['subscriptions'] as { stream_id: number }[])
      .map((entry) => entry.stream_id)
      .sort((a, b) => a - b);
    expect(facts.state.subscriptions).toEqual({ [ana.userId]: ids, 4711: [] });
    // Told beside the state, whatever that is of, to who asks for it.
    const told = await fetch(ana, ['presence'], false, true, true);
    expect([...(told.subscribedStreamIds ?? [])].sort((a, b) => a - b)).toEqual(ids);
    expect(await fetch(ana, ['presence'])).not.toHaveProperty('subscribedStreamIds');
  });
});

describe('a message and a subscription', () => {
  it('have one order: what was sent before is not received', async () => {
    await subscribe(messaging, ana, ['order']);
    const sends = Array.from({ length: 30 }, (_, n) => sendToStream(messaging, ana, 'order', 't', `m ${n}`));
    const joining = subscribe(messaging, ben, ['order']);
    await Promise.all([...sends, joining]);

    const told = await messaging.events();
    const joinedAt = told.findIndex(
      (event) =>
        SubscriptionsAdded.matches(event) &&
        event.payload.added.some(({ userId }) => userId === ben.userId) &&
        event.payload.streams.some(({ stream }) => stream.name === 'order'),
    );
    const before = told
      .slice(0, joinedAt)
      .filter(MessageSent.matches)
      .map((event) => event.payload.messageId);
    const { rows } = await messaging.sql.query(
      `SELECT since_message_id AS since FROM subscription_intervals i JOIN streams s ON s.id = i.stream_id
       WHERE s.name = 'order' AND i.user_id = $1`,
      [ben.userId],
    );
    expect(Number(rows[0].since)).toBe(Math.max(...before));
  });
});
