import {
  AddReaction,
  DeleteMessage,
  DeleteTopic,
  EditMessage,
  GetMessage,
  GetMessageHistory,
  GetMessages,
  GetMessagingRegisterState,
  MarkStreamAsRead,
  MarkTopicAsRead,
  MessageFlagsChanged,
  type MessageFlagsChangedPayload,
  type MessageSentPayload,
  type MessagesDeletedPayload,
  type MessagesEditedPayload,
  type Principal,
  Role,
  SendMessage,
  SetUserTopic,
  UpdateMessageFlags,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let admin: Principal;
let ana: Principal;
let ben: Principal;
let cleo: Principal;
let design: number;
let lunch: number;
let secret: number;
let club: number;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  admin = await messaging.addUser({ fullName: 'Ada', role: Role.Administrator });
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  cleo = await messaging.addUser({ fullName: 'Cleo' });
  design = await makeStream(messaging, { name: 'design', subscribers: [admin, ana, ben] });
  lunch = await makeStream(messaging, { name: 'lunch', subscribers: [admin, ana, cleo] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [admin, ana] });
  club = await makeStream(messaging, { name: 'club', isPrivate: true, subscribers: [admin, ben] });
});
afterAll(() => messaging.close());

const send = async (
  to: number | number[],
  { sender = ana, topic = 'logo', content = 'first' } = {},
): Promise<number> => {
  const type = typeof to === 'number' ? 'stream' : 'direct';
  return (await messaging.request(SendMessage, { sender, type, to, topic, content, clientName: 'test' })).id;
};
const QUIET = { sendNotificationToOldThread: false, sendNotificationToNewThread: false };
const wish = (actor: Principal, messageId: number, fields: Partial<Omit<EditMessage, 'replyType'>>) => ({
  actor,
  messageId,
  propagateMode: 'change_one' as const,
  ...QUIET,
  ...fields,
});
const edit = (actor: Principal, messageId: number, fields: Partial<Omit<EditMessage, 'replyType'>>) =>
  messaging.request(EditMessage, wish(actor, messageId, fields));
const refused = (actor: Principal, messageId: number, fields: Partial<Omit<EditMessage, 'replyType'>>) =>
  messaging.refusal(EditMessage, wish(actor, messageId, fields));
const show = async (messageId: number, actor = ana) =>
  (
    await messaging.request(GetMessage, {
      actor,
      realmId: TEST_REALM,
      messageId,
      applyMarkdown: false,
      clientExtavatar: true,
    })
  ).message;
const lastEvent = async <Payload>(type: string): Promise<Payload> =>
  (await messaging.events()).filter((event) => event.type === `messaging.${type}`).at(-1)?.payload as Payload;
const makeOlder = (messageId: number, seconds: number) =>
  messaging.sql.query(`UPDATE messages SET sent_at = sent_at - make_interval(secs => $2) WHERE id = $1`, [
    messageId,
    seconds,
  ]);

describe('editing content', () => {
  it('replaces it, keeps what was there, and tells who sees the message', async () => {
    const messageId = await send(design);

    await edit(ana, messageId, { content: 'second, @**Ben**' });
    await edit(ana, messageId, { content: '  ' });

    const at = expect.any(Number);
    expect(await show(messageId)).toMatchObject({
      content: '(deleted)',
      last_edit_timestamp: at,
      edit_history: [
        {
          user_id: ana.userId,
          timestamp: at,
          prev_content: 'second, @**Ben**',
          prev_rendered_content: expect.stringContaining('user-mention'),
          prev_rendered_content_version: 1,
        },
        {
          user_id: ana.userId,
          timestamp: at,
          prev_content: 'first',
          prev_rendered_content: '<p>first</p>',
          prev_rendered_content_version: 1,
        },
      ],
    });
    const edits = (await messaging.events()).filter(({ type }) => type === 'messaging.messages_edited');
    expect(edits[0]?.payload).toMatchObject({
      messageId,
      messageIds: [messageId],
      userId: ana.userId,
      content: { previousContent: 'first', content: 'second, @**Ben**' },
      move: null,
      stream: { streamId: design, streamName: 'design' },
      audience: { kind: 'stream', streamId: design },
      mentionedUserIds: [ben.userId],
    });
    const { message_history: history } = await messaging.request(GetMessageHistory, { actor: ben, messageId });
    expect(history.map((version) => version['content'])).toEqual(['first', 'second, @**Ben**', '(deleted)']);
    expect(history[0]).toMatchObject({ topic: 'logo', user_id: ana.userId, rendered_content: '<p>first</p>' });
    expect(history[0]).not.toHaveProperty('content_html_diff');
    expect(history[1]).toMatchObject({
      prev_content: 'first',
      content: 'second, @**Ben**',
      content_html_diff: expect.stringContaining('<span class="highlight_text_deleted">first</span>'),
    });
  });

  it('is for the sender alone, in time, while the realm allows it', async () => {
    const messageId = await send(design);

    expect(await refused(ben, messageId, { content: 'x' })).toBe("You don't have permission to edit this message");
    expect(await refused(admin, messageId, { content: 'x' })).toBe("You don't have permission to edit this message");
    await messaging.changeRealm({ allowMessageEditing: false });
    expect(await refused(ana, messageId, { content: 'x' })).toBe('Your organization has turned off message editing');
    await messaging.changeRealm({ allowMessageEditing: true });
    await makeOlder(messageId, 700);
    expect(await refused(ana, messageId, { content: 'x' })).toBe('The time limit for editing this message has passed');
    await messaging.changeRealm({ messageContentEditLimitSeconds: null });
    await edit(ana, messageId, { content: 'x' });
    await messaging.changeRealm({ messageContentEditLimitSeconds: 600 });
    expect(await show(messageId)).toMatchObject({ content: 'x' });
  });

  it('works in a conversation, which has no topic and no stream', async () => {
    const messageId = await send([ben.userId]);

    await edit(ana, messageId, { content: 'better' });

    expect((await lastEvent<MessagesEditedPayload>('messages_edited')).audience).toEqual({
      kind: 'users',
      userIds: [ana.userId, ben.userId],
    });
    expect(await refused(ana, messageId, { topic: 'x' })).toBe('Direct messages cannot have topics.');
    expect(await refused(ana, messageId, { streamId: design })).toBe('Direct messages cannot be moved to streams.');
    expect(await refused(cleo, messageId, { content: 'x' })).toBe('Invalid message(s)');
  });

  it.each([
    [{}, 'Nothing to change'],
    [{ topic: 'logo' }, 'Nothing to change'],
    [{ content: 'x', propagateMode: 'change_all' as const }, 'Invalid propagate_mode without topic edit'],
    [{ topic: ' ' }, "Topic can't be empty!"],
    [{ topic: 'a\u0007' }, 'Invalid character in topic, at position 2!'],
    [{ content: 'a\0' }, 'Message must not contain null bytes'],
    [{ streamId: 9_999 }, 'Invalid stream ID'],
    [{ content: 'x', streamId: 0 }, 'Cannot change message content while changing stream'],
  ])('refuses %j', async (fields, message) => {
    const messageId = await send(design);
    expect(await refused(ana, messageId, fields)).toBe(message);
    expect(await show(messageId)).not.toHaveProperty('edit_history');
  });
});

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

  it('with new content makes one entry of the history', async () => {
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
        prev_rendered_content_version: 1,
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

  it('to another stream shows it to those there, and takes it from those who are not', async () => {
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

  it('to a public stream reaches those who follow all of them', async () => {
    const messageId = await send(design, { topic: 'for everybody' });

    await edit(admin, messageId, { streamId: lunch });

    expect((await lastEvent<MessagesEditedPayload>('messages_edited')).audience).toEqual({
      kind: 'users',
      userIds: [admin.userId, ana.userId, ben.userId, cleo.userId],
      alsoPublicStream: { streamId: lunch, exceptUserIds: [] },
    });
  });

  it('out of sight takes the stars of those who cannot see the message any more', async () => {
    const messageId = await send(design, { topic: 'bright' });
    const star = { messageIds: [messageId], op: 'add', flag: 'starred' };
    for (const actor of [ana, ben, cleo]) await messaging.request(UpdateMessageFlags, { actor, ...star });
    const starsGone = async () =>
      (await messaging.events())
        .filter(({ type }) => type === 'messaging.message_flags_changed')
        .map(({ payload }) => payload as MessageFlagsChangedPayload)
        .filter(({ op, messageIds }) => op === 'remove' && messageIds.includes(messageId))
        .map(({ userId }) => userId);

    await edit(admin, messageId, { streamId: secret });

    expect(await starsGone()).toEqual([ben.userId, cleo.userId]);
    expect(await lastEvent('messages_edited')).toMatchObject({ readers: { starredBy: [ana.userId] } });
    await messaging.request(DeleteMessage, { actor: admin, messageId });
    expect(await starsGone()).toEqual([ben.userId, cleo.userId, ana.userId]);
  });

  it.each([
    ['out of sight', () => secret],
    ['to a stream that one is not in', () => lunch],
  ])('%s is read, also when it comes back', async (_, elsewhere) => {
    const messageId = await send(design, { topic: 'to and fro' });
    const unreadOf = async () => {
      const { state } = await messaging.request(GetMessagingRegisterState, {
        ...{ actor: ben, fetchEventTypes: ['message', 'update_message_flags'] },
        ...{ clientExtavatar: true, includeSubscribers: false, slimPresence: true },
        capabilities: {} as GetMessagingRegisterState['capabilities'],
      });
      return (state['unread_msgs'] as { streams: { unread_message_ids: number[] }[] }).streams.flatMap(
        (place) => place.unread_message_ids,
      );
    };
    expect(await unreadOf()).toContain(messageId);

    await edit(admin, messageId, { streamId: elsewhere() });
    const told = (await messaging.events()).filter(MessageFlagsChanged.matches).map(({ payload }) => payload);
    expect(told.filter(({ messageIds }) => messageIds.includes(messageId))).toEqual([
      { userId: ben.userId, op: 'add', flag: 'read', messageIds: [messageId], all: false },
    ]);
    await edit(admin, messageId, { streamId: design });

    expect(await unreadOf()).not.toContain(messageId);
    expect(await lastEvent<MessagesEditedPayload>('messages_edited')).toMatchObject({
      audience: { kind: 'users', userIds: expect.arrayContaining([ben.userId]) },
    });
  });

  it('from a stream that one has just left is read, what came after one was back is not', async () => {
    const dan = await messaging.addUser();
    for (const streamId of [design, lunch]) await subscribeByRows(messaging, streamId, dan);
    const before = await send(design, { topic: 'left behind' });
    await unsubscribeByRows(messaging, design, dan);
    await subscribeByRows(messaging, design, dan);
    const after = await send(design, { topic: 'left behind' });

    await edit(admin, before, { streamId: lunch, propagateMode: 'change_all' });

    const told = (await messaging.events()).filter(MessageFlagsChanged.matches).map(({ payload }) => payload);
    expect(told.filter(({ userId }) => userId === dan.userId)).toMatchObject([{ flag: 'read', messageIds: [before] }]);
    const flagsOf = async (messageId: number) => (await show(messageId, dan))['flags'];
    expect([await flagsOf(before), await flagsOf(after)]).toEqual([['read'], []]);
  });

  it('reaches everybody who was there for one of the messages', async () => {
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

  it('tells it in the topics as asked, and marks resolved ones', async () => {
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

  it('takes along what users wished for the topic', async () => {
    const messageId = await send(design, { topic: 'noise' });
    await messaging.request(SetUserTopic, { actor: ben, streamId: design, topic: 'noise', visibilityPolicy: 1 });

    await edit(ana, messageId, { topic: 'more noise', propagateMode: 'change_all' });

    const { rows } = await messaging.sql.query('SELECT topic FROM user_topics WHERE user_id = $1', [ben.userId]);
    expect(rows).toEqual([{ topic: 'more noise' }]);
  });
});

describe('deleting', () => {
  it('takes the message with all that belongs to it, and tells it', async () => {
    const messageId = await send(design, { topic: 'gone' });
    await messaging.request(AddReaction, { actor: ben, messageId, emojiName: 'tada' });
    await messaging.request(UpdateMessageFlags, { actor: ben, messageIds: [messageId], op: 'add', flag: 'starred' });
    expect(await messaging.refusal(DeleteMessage, { actor: ana, messageId })).toBe(
      "You don't have permission to delete this message",
    );
    await messaging.changeRealm({ deleteOwnMessagePolicy: 5 });
    expect(await messaging.refusal(DeleteMessage, { actor: ben, messageId })).toBe(
      "You don't have permission to delete this message",
    );

    await messaging.request(DeleteMessage, { actor: ana, messageId });

    expect(await messaging.refusal(DeleteMessage, { actor: admin, messageId })).toBe('Invalid message(s)');
    const { rows } = await messaging.sql.query(
      'SELECT message_id FROM reactions WHERE message_id = $1 UNION ALL SELECT message_id FROM message_flags WHERE message_id = $1',
      [messageId],
    );
    expect(rows).toEqual([]);
    expect(await lastEvent('messages_deleted')).toEqual({
      messageIds: [messageId],
      stream: { streamId: design, topic: 'gone' },
      audience: { kind: 'stream', streamId: design },
    });
  });

  it('has a time limit, but not for administrators', async () => {
    const messageId = await send(design, { topic: 'old' });
    await makeOlder(messageId, 700);
    expect(await messaging.refusal(DeleteMessage, { actor: ana, messageId })).toBe(
      'The time limit for deleting this message has passed',
    );
    await messaging.request(DeleteMessage, { actor: admin, messageId });
  });

  it('of a topic is for administrators, and leaves other topics', async () => {
    const ids = [await send(design, { topic: 'Junk' }), await send(design, { topic: 'junk' })];
    const other = await send(design, { topic: 'gold' });
    expect(await messaging.refusal(DeleteTopic, { actor: ana, streamId: design, topic: 'junk' })).toBe(
      'Must be an organization administrator',
    );

    expect(await messaging.request(DeleteTopic, { actor: admin, streamId: design, topic: 'junk' })).toEqual({
      isComplete: true,
    });

    for (const id of ids) await expect(show(id)).rejects.toThrow('Invalid message(s)');
    expect(await show(other)).toMatchObject({ id: other });
  });
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('read state', () => {
  it.each([11, 12, 13, 14])('stays what it was wherever messages are moved (%i)', async (seed) => {
    const random = numbers(seed);
    const chance = (): number => random.next().value as number;
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item;
    const reader = await messaging.addUser();
    await subscribeByRows(messaging, design, reader);
    await subscribeByRows(messaging, lunch, reader);
    const sent: { id: number; streamId: number; topic: string; isRead: boolean }[] = [];
    const places = [design, lunch].flatMap((streamId) =>
      ['a', 'b'].map((topic) => ({ streamId, topic: `${topic}${seed}` })),
    );

    for (let step = 0; step < 100; step++) {
      const choice = chance();
      const some = sent.filter(() => chance() < 0.4);
      const ids = some.map(({ id }) => id);
      if (choice < 0.4 || sent.length === 0) {
        const place = pick(places);
        sent.push({ id: await send(place.streamId, { topic: place.topic, sender: admin }), ...place, isRead: false });
      } else if (choice < 0.55) {
        await messaging.request(UpdateMessageFlags, { actor: reader, messageIds: ids, op: 'add', flag: 'read' });
        for (const message of some) message.isRead = true;
      } else if (choice < 0.65) {
        await messaging.request(UpdateMessageFlags, { actor: reader, messageIds: ids, op: 'remove', flag: 'read' });
        for (const message of some) message.isRead = false;
      } else if (choice < 0.75) {
        const { streamId, topic } = pick(sent);
        await messaging.request(MarkTopicAsRead, { actor: reader, streamId, topic });
        for (const message of sent) if (message.streamId === streamId && message.topic === topic) message.isRead = true;
      } else if (choice < 0.8) {
        const streamId = pick([design, lunch]);
        await messaging.request(MarkStreamAsRead, { actor: reader, streamId });
        for (const message of sent) if (message.streamId === streamId) message.isRead = true;
      } else {
        const message = pick(sent);
        const to = pick(places);
        const propagateMode = pick(['change_one', 'change_later', 'change_all'] as const);
        if (to.streamId === message.streamId && to.topic === message.topic) continue;
        const from = { ...message };
        await edit(admin, message.id, { ...to, propagateMode });
        for (const other of sent) {
          const isTaken =
            propagateMode === 'change_one'
              ? other.id === from.id
              : propagateMode === 'change_all' || other.id >= from.id;
          if (isTaken && other.streamId === from.streamId && other.topic === from.topic) Object.assign(other, to);
        }
      }
    }

    const { state } = await messaging.request(GetMessagingRegisterState, {
      actor: reader,
      fetchEventTypes: ['message', 'update_message_flags'],
      clientExtavatar: true,
      includeSubscribers: false,
      slimPresence: true,
      capabilities: {} as GetMessagingRegisterState['capabilities'],
    });
    const { streams } = state['unread_msgs'] as {
      streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
    };
    const listed = streams.flatMap(({ stream_id: streamId, topic, unread_message_ids: ids }) =>
      ids.map((id) => ({ id, streamId, topic, isRead: false })),
    );
    expect(listed.sort((a, b) => a.id - b.id)).toEqual(sent.filter(({ isRead }) => !isRead));
  });
});

describe('a mention of everybody in a direct message', () => {
  it('is a mention for all who take part, as long as it stands there', async () => {
    const messageId = await send([ben.userId, cleo.userId], { content: 'hey @**all**' });
    const unreadMentions = async () => {
      const { state } = await messaging.request(GetMessagingRegisterState, {
        actor: ben,
        fetchEventTypes: ['message', 'update_message_flags'],
        clientExtavatar: true,
        includeSubscribers: false,
        slimPresence: true,
        capabilities: {} as GetMessagingRegisterState['capabilities'],
      });
      return (state['unread_msgs'] as { mentions: number[] }).mentions;
    };
    const mentioned = async (actor: Principal) => {
      const page = { anchor: 'newest', includeAnchor: true, numBefore: 100, numAfter: 0 } as const;
      const shown = { applyMarkdown: true, clientExtavatar: true };
      const narrow = [['is', 'mentioned']];
      const found = await messaging.request(GetMessages, { actor, realmId: TEST_REALM, ...page, ...shown, narrow });
      return found.messages.map((message) => message['id']);
    };
    for (const actor of [ben, cleo]) {
      expect((await show(messageId, actor))['flags']).toEqual(['wildcard_mentioned']);
      expect(await mentioned(actor)).toContain(messageId);
    }
    expect(await unreadMentions()).toContain(messageId);

    await edit(ana, messageId, { content: 'hey @_**all**' });
    expect((await show(messageId, ben))['flags']).toEqual([]);
    expect(await mentioned(ben)).not.toContain(messageId);
    expect(await unreadMentions()).not.toContain(messageId);

    await edit(ana, messageId, { content: '@**everyone**' });
    expect((await show(messageId, ben))['flags']).toEqual(['wildcard_mentioned']);
    expect(await mentioned(ana)).toContain(messageId);
    expect(await unreadMentions()).toContain(messageId);
  });
});
