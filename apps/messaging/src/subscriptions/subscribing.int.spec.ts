import {
  changeSubscriptionSettings,
  getMessage,
  getSubscriptions,
  MessageSent,
  type Principal,
  StreamCreated,
  type StreamProperties,
  type StreamToSubscribe,
  SubscriptionsAdded,
  SubscriptionsRemoved,
  updateSubscriptions,
} from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sendToStream, subscribe, unsubscribe } from '../testing/requests.js';
import { startSubscriptionScene } from '../testing/subscription-scene.js';

const { messaging, owner, admin, ana, ben, guest, lastOf, streamIdOf } = await startSubscriptionScene();

afterAll(() => messaging.close());

/** A request that fails, as far as it differs from one of Ana for a new stream. */
interface Refused {
  readonly actor?: Principal;
  readonly streams?: readonly (string | StreamToSubscribe)[];
  readonly principals?: readonly number[];
  readonly properties?: StreamProperties;
}

describe('subscribing', () => {
  it('creates missing streams with their properties, and publishes them', async () => {
    const outcome = await subscribe(messaging, owner, [{ name: ' Garden ', description: 'Plants\nand **soil**' }], {
      properties: { isPrivate: true, postPolicy: 2, messageRetentionDays: 30, isHistoryPublicToSubscribers: true },
    });

    expect(outcome).toMatchObject({ subscribed: { [owner.email]: ['Garden'] }, already_subscribed: {} });
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

  it('finds streams in any letter case and Unicode form, and lists existing subscriptions', async () => {
    await subscribe(messaging, ana, ['Café Straße']);

    const outcome = await subscribe(messaging, ana, ['CAFÉ STRASSE', 'new one']);

    expect(outcome).toMatchObject({
      subscribed: { [ana.email]: ['new one'] },
      already_subscribed: { [ana.email]: ['Café Straße'] },
    });
  });

  it('creates one stream for simultaneous requests', async () => {
    const outcomes = await Promise.all(
      [ana, ben, admin, owner].map((user) => subscribe(messaging, user, ['Race', 'race'])),
    );

    const { rows } = await messaging.sql.query("SELECT count(*)::int AS count FROM streams WHERE name_key = 'race'");
    expect(rows).toEqual([{ count: 1 }]);
    expect(outcomes.flatMap((outcome) => Object.values(outcome.subscribed).flat())).toHaveLength(4);
  });

  it('of other users follows the policy and notifies them, unless the stream is new', async () => {
    await subscribe(messaging, ana, ['shared']);
    await subscribe(messaging, ana, ['shared'], { principals: [ben.email] });

    const [notice] = await lastOf(MessageSent);
    expect(notice).toMatchObject({
      recipient: { kind: 'direct', participants: [{ id: 1 }, { id: ben.userId }] },
      content: `@**Ana|${ana.userId}** subscribed you to the stream #**shared**.`,
    });
    await subscribe(messaging, ana, ['Zeal', 'apples', 'Birds']);
    await subscribe(messaging, ana, ['Zeal', 'apples', 'Birds'], { principals: [ben.email] });
    expect((await lastOf(MessageSent))[0]?.content).toBe(
      `@**Ana|${ana.userId}** subscribed you to the following streams:\n\n* #**Birds**\n* #**Zeal**\n* #**apples**`,
    );
    await messaging.changeRealm({ inviteToStreamPolicy: 2 });
    await expect(subscribe(messaging, ana, ['shared'], { principals: [guest.userId] })).rejects.toMatchObject({
      message: 'Insufficient permission',
    });
    await messaging.changeRealm({ inviteToStreamPolicy: 1 });
  });

  it.each<[string, () => Refused, string]>([
    ['a guest', () => ({ actor: guest }), 'Not allowed for guest users'],
    ['a private stream of others', () => ({ streams: ['Garden'] }), 'Unable to access stream (Garden).'],
    ['an empty name', () => ({ streams: [' '] }), "Stream name can't be empty!"],
    ['a name that is too long', () => ({ streams: ['x'.repeat(61)] }), 'Stream name too long (limit: 60 characters).'],
    [
      'a name with a control character',
      () => ({ streams: ['a\nb'] }),
      'Invalid character in stream name, at position 2!',
    ],
    [
      'a description that is too long',
      () => ({ streams: [{ name: 'x', description: 'd'.repeat(1025) }] }),
      'NewSubscriptions["subscriptions"][0]["description"] is too long (limit: 1024 characters)',
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
  ])('is rejected for %s, and changes nothing', async (_, change, refusal) => {
    const before = (await messaging.events()).length;
    const { actor = ana, streams = ['never made'], ...options } = change();

    await expect(subscribe(messaging, actor, streams, options)).rejects.toMatchObject({ message: refusal });

    expect(await messaging.events()).toHaveLength(before);
  });

  it('leaves out inaccessible streams if errors are not fatal', async () => {
    const outcome = await subscribe(messaging, ben, ['Garden', 'shared'], { authorizationErrorsFatal: false });

    expect(outcome).toMatchObject({ already_subscribed: { [ben.email]: ['shared'] }, unauthorized: ['Garden'] });
  });

  it('restores the former settings', async () => {
    await subscribe(messaging, ana, ['settings']);
    const own = async () =>
      (await messaging.call(getSubscriptions, ana, { includeSubscribers: true })).subscriptions.find(
        (subscription) => subscription.name === 'settings',
      );
    const streamId = (await own())?.stream_id as number;
    await messaging.call(changeSubscriptionSettings, ana, {
      subscriptionData: [
        { streamId, property: 'color', value: '#abcdef' },
        { streamId, property: 'in_home_view', value: false },
      ],
    });
    await unsubscribe(messaging, ana, ['settings']);
    expect(await own()).toBeUndefined();

    await subscribe(messaging, ana, ['settings']);

    expect(await own()).toMatchObject({
      color: '#abcdef',
      is_muted: true,
      in_home_view: false,
      subscribers: [ana.userId],
    });
  });

  it('and unsubscribing in one request are one step', async () => {
    await subscribe(messaging, ben, ['leaving', 'staying']);

    const changes = { add: [{ name: 'joining' }, { name: 'staying' }], delete: ['leaving', 'shared'] };
    expect(await messaging.call(updateSubscriptions, ben, changes)).toEqual({
      subscribed: { [ben.email]: ['joining'] },
      already_subscribed: { [ben.email]: ['staying'] },
      removed: ['shared', 'leaving'],
      not_removed: [],
    });
    expect((await lastOf(SubscriptionsRemoved))[0]?.streams).toMatchObject([
      { stream: { name: 'shared' } },
      { stream: { name: 'leaving' } },
    ]);

    const unknown = { add: [{ name: 'never made' }], delete: ['nowhere'] };
    expect(await messaging.callError(updateSubscriptions, ben, unknown)).toBe("Stream 'nowhere' does not exist");
    expect(await messaging.callError(updateSubscriptions, ben, { add: [], delete: [] })).toBe(
      'Nothing to do. Specify at least one of "add" or "delete".',
    );
  });

  it('announces new streams in the realm’s stream for it', async () => {
    await subscribe(messaging, owner, ['announcements']);
    await messaging.changeRealm({ notificationsStreamId: await streamIdOf('announcements') });

    await subscribe(messaging, ana, ['brand new'], { announce: true });

    const notices = await lastOf(MessageSent, 2);
    expect(notices.map((notice) => notice.content)).toEqual([
      `@_**Ana|${ana.userId}** created a new stream #**brand new**.`,
      `**Public** stream created by @_**Ana|${ana.userId}**. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
    ]);
    expect(notices[0]?.renderedContent).toContain('#narrow/stream/');
  });

  it('does not announce private streams', async () => {
    await subscribe(messaging, ana, ['for all', 'plot'], { announce: true, properties: { isPrivate: true } });

    const published = (await messaging.events()).filter(MessageSent.matches).map(({ payload }) => payload.content);
    expect(published.filter((content) => content.includes('plot') || content.includes('for all'))).toEqual([]);
  });
});

describe('the notice in a new stream', () => {
  it('is read for the creator, and unread for others', async () => {
    await subscribe(messaging, ana, ['begun'], { principals: [ana.userId, ben.userId] });

    const [sent] = await lastOf(MessageSent);
    expect(sent).toMatchObject({ recipient: { streamName: 'begun' }, readByUserIds: [ana.userId] });
    const flagsFor = async (actor: Principal) =>
      (
        await messaging.call(getMessage, actor, {
          messageId: sent?.messageId as number,
          applyMarkdown: true,
          clientExtavatar: true,
        })
      ).message.flags;
    expect(await flagsFor(ana)).toEqual(['read']);
    expect(await flagsFor(ben)).toEqual([]);
  });
});

describe('a message and a subscription', () => {
  it('have one order: earlier messages are not received', async () => {
    await subscribe(messaging, ana, ['order']);
    const sends = Array.from({ length: 30 }, (_, n) => sendToStream(messaging, ana, 'order', 't', `m ${n}`));
    const joining = subscribe(messaging, ben, ['order']);
    await Promise.all([...sends, joining]);

    const published = await messaging.events();
    const joinedAt = published.findIndex(
      (event) =>
        SubscriptionsAdded.matches(event) &&
        event.payload.added.some(({ userId }) => userId === ben.userId) &&
        event.payload.streams.some(({ stream }) => stream.name === 'order'),
    );
    const before = published
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
