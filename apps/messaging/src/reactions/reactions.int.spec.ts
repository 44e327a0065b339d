import { addReaction, type Principal, removeReaction } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendAs } from '../testing/requests.js';
import { makeStream, subscribeByRows } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;
let design: number;
let secret: number;

const custom = (id: number, name: string, isDeactivated = false) => ({
  id,
  name,
  isDeactivated,
  sourceUrl: `/user_avatars/1/emoji/images/${id}.png`,
  stillUrl: null,
  authorId: null,
});

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  messaging.rendering = { linkifiers: [], playgrounds: [], emoji: [custom(1, 'logo', true), custom(2, 'logo')] };
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  cleo = await messaging.addUser();
  design = await makeStream(messaging, { name: 'design', subscribers: [ana, ben] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana] });
});
afterAll(() => messaging.close());

const send = async (to: number | number[], sender = ana): Promise<number> => {
  const type = typeof to === 'number' ? 'stream' : 'direct';
  return (await sendAs(messaging, { sender, type, to, topic: 'logo', content: 'x', clientName: 'test' })).id;
};
const reactionsOf = async (messageId: number) => {
  const { rows } = await messaging.sql.query(
    'SELECT user_id, reaction_type, emoji_code, emoji_name FROM reactions WHERE message_id = $1 ORDER BY id',
    [messageId],
  );
  return rows.map((row) => `${row.user_id} ${row.reaction_type} ${row.emoji_code} ${row.emoji_name}`);
};
const eventsOf = async (messageId: number) =>
  (await messaging.events()).filter(
    (event) => event.type.includes('reaction') && (event.payload as { messageId: number }).messageId === messageId,
  );

describe('reactions', () => {
  it('are added to a message and removed, each published once', async () => {
    const messageId = await send(design);

    await messaging.call(addReaction, ben, { messageId, emojiName: 'tada' });
    expect(await reactionsOf(messageId)).toEqual([`${ben.userId} unicode_emoji 1f389 tada`]);
    await messaging.call(removeReaction, ben, { messageId, emojiName: 'tada' });

    expect(await reactionsOf(messageId)).toEqual([]);
    expect(await messaging.callError(removeReaction, ben, { messageId, emojiName: 'tada' })).toBe(
      "Reaction doesn't exist.",
    );
    const events = await eventsOf(messageId);
    expect(events.map((event) => event.type)).toEqual(['messaging.reaction_added', 'messaging.reaction_removed']);
    expect(events[0]?.payload).toEqual({
      messageId,
      reaction: { userId: ben.userId, emojiName: 'tada', emojiCode: '1f389', reactionType: 'unicode_emoji' },
      user: { email: ben.email, fullName: ben.fullName },
      audience: { kind: 'stream', streamId: design },
    });
  });

  it('with an existing code take over the existing name', async () => {
    const messageId = await send(design);
    await messaging.call(addReaction, ana, { messageId, emojiName: 'thumbs_up' });

    const vote = { emojiName: 'an_old_name', emojiCode: '1f44d', reactionType: 'unicode_emoji' as const };
    await messaging.call(addReaction, ben, { messageId, ...vote });

    expect(await reactionsOf(messageId)).toEqual([
      `${ana.userId} unicode_emoji 1f44d thumbs_up`,
      `${ben.userId} unicode_emoji 1f44d thumbs_up`,
    ]);
  });

  it('are refused if name and code do not belong together', async () => {
    const messageId = await send(design);
    const wish = { emojiName: 'tada', emojiCode: '1f44d', reactionType: 'unicode_emoji' as const };

    expect(await messaging.callError(addReaction, ana, { messageId, ...wish })).toBe('Invalid emoji name.');
    expect(await eventsOf(messageId)).toEqual([]);
  });

  it('with a deactivated emoji are refused unless the message already has it', async () => {
    const messageId = await send(design);
    const old = { emojiName: 'logo', emojiCode: '1', reactionType: 'realm_emoji' as const };

    expect(await messaging.callError(addReaction, ana, { messageId, ...old })).toBe(
      'This custom emoji has been deactivated.',
    );
    await messaging.sql.query(
      `INSERT INTO reactions (message_id, user_id, reaction_type, emoji_code, emoji_name)
       VALUES ($1, $2, 'realm_emoji', '1', 'logo')`,
      [messageId, ben.userId],
    );
    await messaging.call(addReaction, ana, { messageId, ...old });
    await messaging.call(addReaction, ana, { messageId, emojiName: 'logo' });

    expect(await reactionsOf(messageId)).toEqual([
      `${ben.userId} realm_emoji 1 logo`,
      `${ana.userId} realm_emoji 1 logo`,
      `${ana.userId} realm_emoji 2 logo`,
    ]);
  });

  it('of simultaneous requests on two replicas exist once', async () => {
    const messageId = await send(design);

    const clicks = await Promise.allSettled(
      Array.from({ length: 10 }, () => messaging.call(addReaction, ben, { messageId, emojiName: 'tada' })),
    );

    expect(clicks.filter((click) => click.status === 'fulfilled')).toHaveLength(1);
    expect(clicks.find((click) => click.status === 'rejected')).toMatchObject({
      reason: { message: 'Reaction already exists.' },
    });
    expect(await reactionsOf(messageId)).toHaveLength(1);
    expect(await eventsOf(messageId)).toHaveLength(1);
  });

  it('need a message that the actor can see', async () => {
    const messageId = await send(secret);

    for (const id of [messageId, 987_654]) {
      const reaction = { messageId: id, emojiName: 'tada' };
      expect(await messaging.callError(addReaction, ben, reaction)).toBe('Invalid message(s)');
      expect(await messaging.callError(removeReaction, ben, reaction)).toBe('Invalid message(s)');
    }
  });

  it('in a public stream are published to reacting users without a subscription', async () => {
    const messageId = await send(design);
    const passer = await messaging.addUser();

    await messaging.call(addReaction, passer, { messageId, emojiName: 'tada' });
    await messaging.call(removeReaction, passer, { messageId, emojiName: 'tada' });

    const alsoUsers = { userIds: [passer.userId], exceptGuests: true };
    const audience = { kind: 'stream', streamId: design, alsoUsers };
    expect((await eventsOf(messageId)).map(({ payload }) => payload)).toMatchObject([{ audience }, { audience }]);
  });

  it('are published to the participants of a conversation, and to readers of the message in a private stream', async () => {
    const direct = await send([ben.userId]);
    const before = await send(secret);
    await subscribeByRows(messaging, secret, cleo);
    const after = await send(secret);

    for (const messageId of [direct, before, after]) {
      await messaging.call(addReaction, ana, { messageId, emojiName: 'tada' });
    }

    const audienceOf = async (messageId: number) =>
      (await eventsOf(messageId)).map(({ payload }) => (payload as { audience: unknown }).audience)[0];
    expect(await audienceOf(direct)).toEqual({ kind: 'users', userIds: [ana.userId, ben.userId] });
    expect(await audienceOf(before)).toEqual({ kind: 'users', userIds: [ana.userId] });
    expect(await audienceOf(after)).toEqual({ kind: 'users', userIds: [ana.userId, cleo.userId] });
  });
});
