import {
  deleteMessage,
  getMessages,
  MessageFlagsChanged,
  type MessageFlagsChangedPayload,
  type MessageSentPayload,
  type MessagesDeletedPayload,
  type MessagesEditedPayload,
  type Principal,
  updateMessageFlags,
} from '@chat/contracts';
import { RENDER_VERSION } from '@chat/markdown';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startEditScene } from '../testing/edit-scene.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../testing/stream-by-sql.js';

const {
  messaging,
  admin,
  ana,
  ben,
  cleo,
  design,
  lunch,
  secret,
  club,
  send,
  edit,
  refused,
  show,
  lastEvent,
  makeOlder,
} = await startEditScene();
afterAll(() => messaging.close());

const board = await makeStream(messaging, { name: 'board', isPrivate: true, subscribers: [admin, ben] });
const council = await makeStream(messaging, { name: 'council', isPrivate: true, subscribers: [admin] });
await subscribeByRows(messaging, council, cleo);
const hall = await makeStream(messaging, { name: 'hall', subscribers: [admin] });
const yard = await makeStream(messaging, { name: 'yard', subscribers: [admin] });

/** Ids of all that the user sees in the stream. */
const pageOf = async (streamId: number, actor: Principal): Promise<number[]> => {
  const { messages } = await messaging.call(getMessages, actor, {
    ...{ anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 },
    ...{ narrow: [{ operator: 'stream', operand: streamId, negated: false }] },
    ...{ applyMarkdown: false, clientExtavatar: true },
  });
  return messages.map(({ id }) => id);
};

describe('moving', () => {
  it.each([
    ['change_one', [1]],
    ['change_later', [1, 2]],
    ['change_all', [0, 1, 2]],
  ] as const)('%s takes the right messages of the topic', async (propagateMode, expected) => {
    const topic = `from ${propagateMode}`;
    const ids = [await send(design, { topic }), await send(design, { topic }), await send(design, { topic })];

    await edit(ben, ids[1] as number, { topic: `to ${propagateMode}`, propagateMode });

    const moved = [];
    for (const [place, id] of ids.entries()) {
      if ((await show(id))['subject'] === `to ${propagateMode}`) moved.push(place);
    }
    expect(moved).toEqual(expected);
    expect(await lastEvent('messages_edited')).toMatchObject({
      messageId: ids[1],
      messageIds: expected.map((place) => ids[place]),
      content: null,
      move: {
        previousTopic: topic,
        topic: `to ${propagateMode}`,
        previousStreamId: design,
        streamId: design,
        propagateMode,
      },
    });
    expect((await show(ids[1] as number))['edit_history']).toEqual([
      { user_id: ben.userId, timestamp: expect.any(Number), prev_topic: topic, topic: `to ${propagateMode}` },
    ]);
  });

  it('a message with new content adds one entry to its history', async () => {
    const messageId = await send(design, { topic: 'both' });
    await edit(ana, messageId, { topic: 'both ways', content: 'better' });

    expect((await show(messageId))['edit_history']).toEqual([
      {
        user_id: ana.userId,
        timestamp: expect.any(Number),
        prev_topic: 'both',
        topic: 'both ways',
        prev_content: 'first',
        prev_rendered_content: '<p>first</p>',
        prev_rendered_content_version: RENDER_VERSION,
      },
    ]);
  });

  it('follows the policies and limits of the realm', async () => {
    const messageId = await send(design, { topic: 'policy' });
    const older = await send(design, { topic: 'policy' });
    await messaging.changeRealm({ editTopicPolicy: 2 });
    expect(await refused(ana, messageId, { topic: 'x' })).toBe("You don't have permission to edit this message");
    await messaging.changeRealm({ editTopicPolicy: 5 });
    expect(await refused(ana, messageId, { streamId: lunch })).toBe("You don't have permission to move this message");
    await makeOlder(messageId, 700_000);
    expect(await refused(ana, messageId, { topic: 'x' })).toBe(
      "The time limit for editing this message's topic has passed.",
    );
    expect(await refused(ana, older, { topic: 'x', propagateMode: 'change_all' })).toBe(
      'You only have permission to move the 1/2 most recent messages in this topic.',
    );
    await edit(admin, older, { topic: 'x', propagateMode: 'change_all' });
  });

  it('to another stream shows the message to its subscribers and removes it for other users', async () => {
    const messageId = await send(design, { topic: 'private matter' });

    await edit(admin, messageId, { streamId: secret, propagateMode: 'change_all' });

    expect(await lastEvent('messages_edited')).toMatchObject({
      stream: { streamId: design },
      move: { previousStreamId: design, streamId: secret, previousTopic: 'private matter', topic: 'private matter' },
      audience: { kind: 'users', userIds: [admin.userId, ana.userId] },
    });
    expect(await lastEvent<MessagesDeletedPayload>('messages_deleted')).toEqual({
      messageIds: [messageId],
      stream: { streamId: design, topic: 'private matter' },
      audience: {
        kind: 'users',
        userIds: [ben.userId],
        alsoPublicStream: { streamId: design, exceptUserIds: [admin.userId, ana.userId] },
      },
    });
    expect((await show(messageId))['edit_history']).toEqual([
      { user_id: admin.userId, timestamp: expect.any(Number), prev_stream: design, stream: secret },
    ]);
    await expect(show(messageId, ben)).rejects.toThrow('Invalid message(s)');
  });

  it('to a private stream with protected history shows the message to current subscribers, not to later ones', async () => {
    const [dan, eva] = [await messaging.addUser(), await messaging.addUser()];
    const ids = [await send(design, { topic: 'minutes' }), await send(design, { topic: 'minutes' })];
    await send(board, { sender: admin });
    ids.push(await send(design, { topic: 'minutes' }), await send(design, { topic: 'minutes' }));
    await subscribeByRows(messaging, board, dan);
    const former = await send(board, { sender: admin });

    await edit(admin, ids[0] as number, { streamId: board, propagateMode: 'change_all' });
    await subscribeByRows(messaging, board, eva);

    expect(await lastEvent('messages_edited')).toMatchObject({
      messageIds: ids,
      audience: { kind: 'users', userIds: [admin.userId, ben.userId, dan.userId] },
    });
    expect(await pageOf(board, dan)).toEqual([...ids, former]);
    const { rows: intervals } = await messaging.sql.query(
      `SELECT since_message_id + 1 AS first, until_message_id AS last FROM subscription_intervals
       WHERE stream_id = $1 AND user_id = $2 AND until_message_id IS NOT NULL ORDER BY since_message_id`,
      [board, dan.userId],
    );
    expect(intervals.map(({ first, last }) => [Number(first), Number(last)])).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect((await show(ids[0] as number, dan))['flags']).toEqual(['read', 'historical']);
    expect(await pageOf(board, eva)).toEqual([]);
    await expect(show(ids[0] as number, eva)).rejects.toThrow('Invalid message(s)');
  });

  it('between two protected histories hides messages that the user did not see before', async () => {
    const dan = await messaging.addUser();
    const messageId = await send(board, { sender: admin, topic: 'plans' });
    await subscribeByRows(messaging, board, dan);
    await subscribeByRows(messaging, council, dan);

    await edit(admin, messageId, { streamId: council });

    expect(await pageOf(council, dan)).toEqual([]);
    expect(await pageOf(council, cleo)).toEqual([messageId]);
  });

  it('between earlier moved messages shows the message only to users with access to itself', async () => {
    const [dan, eva] = [await messaging.addUser(), await messaging.addUser()];
    const first = await send(design, { topic: 'frame' });
    const secret = await send(council, { sender: admin, topic: 'secret' });
    const middle = [await send(design, { topic: 'picture' }), await send(design, { topic: 'picture' })];
    const last = await send(design, { topic: 'frame' });
    for (const user of [dan, eva]) await subscribeByRows(messaging, board, user);
    await subscribeByRows(messaging, council, dan);
    await edit(admin, first, { streamId: board, propagateMode: 'change_all' });

    await unsubscribeByRows(messaging, board, eva);
    await edit(admin, secret, { streamId: board });
    await edit(admin, middle[0] as number, { streamId: board, propagateMode: 'change_all' });
    const former = await send(board, { sender: admin });
    await subscribeByRows(messaging, board, eva);

    expect(await pageOf(board, dan)).toEqual([first, ...middle, last, former]);
    await expect(show(secret, dan)).rejects.toThrow('Invalid message(s)');
    expect(await pageOf(board, eva)).toEqual([first, last]);
    expect(await pageOf(board, ben)).toEqual(expect.arrayContaining([first, secret, ...middle, last]));
  });

  it('on to a third stream keeps the message unread for users that always saw it', async () => {
    const dan = await messaging.addUser();
    for (const stream of [hall, yard]) await subscribeByRows(messaging, stream, dan);
    const messageId = await send(hall, { topic: 'on the way' });
    await subscribeByRows(messaging, board, dan);

    await edit(admin, messageId, { streamId: board });
    expect((await show(messageId, dan))['flags']).toEqual([]);
    await edit(admin, messageId, { streamId: yard });

    expect((await show(messageId, dan))['flags']).toEqual([]);
  });

  it('away and back counts as read for users that had not received the message', async () => {
    const dan = await messaging.addUser();
    const messageId = await send(board, { sender: admin, topic: 'round trip' });
    await edit(admin, messageId, { streamId: lunch });
    await subscribeByRows(messaging, board, dan);

    await edit(admin, messageId, { streamId: board });

    expect((await show(messageId, dan))['flags']).toEqual(['read']);
  });

  it('to a public stream reaches queues for all public streams', async () => {
    const messageId = await send(design, { topic: 'for everybody' });

    await edit(admin, messageId, { streamId: lunch });

    expect((await lastEvent<MessagesEditedPayload>('messages_edited')).audience).toEqual({
      kind: 'users',
      userIds: [admin.userId, ana.userId, ben.userId, cleo.userId],
      alsoPublicStream: { streamId: lunch, exceptUserIds: [] },
    });
  });

  it('removes the stars of users that no longer see the message', async () => {
    const messageId = await send(design, { topic: 'bright' });
    const star = { messageIds: [messageId], op: 'add', flag: 'starred' };
    for (const actor of [ana, ben, cleo]) await messaging.call(updateMessageFlags, actor, { ...star });
    const removedStars = async () =>
      (await messaging.events())
        .filter(({ type }) => type === 'messaging.message_flags_changed')
        .map(({ payload }) => payload as MessageFlagsChangedPayload)
        .filter(({ op, messageIds }) => op === 'remove' && messageIds.includes(messageId))
        .map(({ userId }) => userId);

    await edit(admin, messageId, { streamId: secret });

    expect(await removedStars()).toEqual([ben.userId, cleo.userId]);
    expect(await lastEvent('messages_edited')).toMatchObject({ readers: { starredBy: [ana.userId] } });
    await messaging.call(deleteMessage, admin, { messageId });
    expect(await removedStars()).toEqual([ben.userId, cleo.userId, ana.userId]);
  });

  it.each([
    ['out of sight', () => secret],
    ['to a stream without a subscription', () => lunch],
  ])('%s is read, also after its return', async (_, elsewhere) => {
    const messageId = await send(design, { topic: 'to and fro' });
    const unreadOf = async () => {
      const state = await messaging.registerState(ben, ['message', 'update_message_flags']);
      return (state['unread_msgs'] as { streams: { unread_message_ids: number[] }[] }).streams.flatMap(
        (place) => place.unread_message_ids,
      );
    };
    expect(await unreadOf()).toContain(messageId);

    await edit(admin, messageId, { streamId: elsewhere() });
    const published = (await messaging.events()).filter(MessageFlagsChanged.matches).map(({ payload }) => payload);
    expect(published.filter(({ messageIds }) => messageIds.includes(messageId))).toEqual([
      { userId: ben.userId, op: 'add', flag: 'read', messageIds: [messageId], all: false },
    ]);
    await edit(admin, messageId, { streamId: design });

    expect(await unreadOf()).not.toContain(messageId);
    expect(await lastEvent<MessagesEditedPayload>('messages_edited')).toMatchObject({
      audience: { kind: 'users', userIds: expect.arrayContaining([ben.userId]) },
    });
  });

  it('from a stream that the user has just left counts as read, except messages after a new subscription', async () => {
    const dan = await messaging.addUser();
    for (const streamId of [design, lunch]) await subscribeByRows(messaging, streamId, dan);
    const before = await send(design, { topic: 'left behind' });
    await unsubscribeByRows(messaging, design, dan);
    await subscribeByRows(messaging, design, dan);
    const after = await send(design, { topic: 'left behind' });

    await edit(admin, before, { streamId: lunch, propagateMode: 'change_all' });

    const published = (await messaging.events()).filter(MessageFlagsChanged.matches).map(({ payload }) => payload);
    expect(published.filter(({ userId }) => userId === dan.userId)).toMatchObject([
      { flag: 'read', messageIds: [before] },
    ]);
    const flagsOf = async (messageId: number) => (await show(messageId, dan))['flags'];
    expect([await flagsOf(before), await flagsOf(after)]).toEqual([['read'], []]);
  });

  it('reaches every subscriber of the time of one of the messages', async () => {
    const ids = [await send(club, { sender: admin }), await send(club, { sender: admin })];
    await messaging.sql.query(
      'UPDATE subscription_intervals SET until_message_id = $3 WHERE stream_id = $1 AND user_id = $2',
      [club, ben.userId, ids[0]],
    );

    await edit(admin, ids[1] as number, { topic: 'elsewhere', propagateMode: 'change_all' });

    expect(await lastEvent('messages_edited')).toMatchObject({
      messageIds: ids,
      audience: { kind: 'users', userIds: [admin.userId, ben.userId] },
    });
  });

  it('sends the requested notices to the topics, and marks resolved ones', async () => {
    const ids = [await send(design, { topic: 'talk' }), await send(design, { topic: 'talk' })];
    const notices = async () =>
      (await messaging.events())
        .filter(({ type }) => type === 'messaging.message_sent')
        .map(({ payload }) => payload as MessageSentPayload)
        .filter(({ sender }) => sender.email.startsWith('notification-bot@'))
        .map(({ content, recipient }) => [recipient.kind === 'stream' && recipient.topic, content]);
    const before = (await notices()).length;

    await edit(ana, ids[1] as number, {
      topic: 'walk',
      sendNotificationToOldThread: true,
      sendNotificationToNewThread: true,
    });
    await edit(ana, ids[0] as number, {
      topic: '✔ talk',
      propagateMode: 'change_all',
      sendNotificationToNewThread: true,
    });

    const who = `@_**Ana|${ana.userId}**`;
    const { url } = messaging.realm;
    expect((await notices()).slice(before)).toEqual([
      [
        'walk',
        `[A message](${url}/#narrow/stream/${design}-design/topic/walk/near/${ids[1]}) was moved here from #**design>talk** by ${who}.`,
      ],
      ['talk', `A message was moved from this topic to #**design>walk** by ${who}.`],
      ['✔ talk', `${who} has marked this topic as resolved.`],
    ]);
  });
});
