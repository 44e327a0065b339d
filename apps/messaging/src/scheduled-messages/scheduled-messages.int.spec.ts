import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  getScheduledMessages,
  type MessageSentPayload,
  type NewScheduledMessage,
  type Principal,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeStream, unsubscribeByRows } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';
import { AlarmClock } from './alarm-clock.js';
import { DueMessages } from './due-messages.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let design: number;
let secret: number;

const HOUR = 3_600;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  design = await makeStream(messaging, { name: 'design', subscribers: [ana, ben] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana, ben] });
});
afterAll(() => messaging.close());

const inAnHour = (fields: Partial<NewScheduledMessage> = {}): NewScheduledMessage => ({
  type: 'stream',
  to: design,
  topic: 'logo',
  content: 'later',
  scheduledDeliveryTimestamp: nowSeconds() + HOUR,
  ...fields,
});
const schedule = async (
  fields: Partial<NewScheduledMessage> = {},
  { actor = ana, clientName = 'test' } = {},
): Promise<number> =>
  (await messaging.call(createScheduledMessage, actor, inAnHour(fields), clientName)).scheduled_message_id;

const waitingOf = async (actor: Principal) =>
  (await messaging.call(getScheduledMessages, actor, {})).scheduled_messages;

const sentFor = async (scheduledIds: readonly number[]): Promise<{ id: number; sentAt: Date; at: Date }[]> => {
  const { rows } = await messaging.sql.query(
    `SELECT m.id, m.sent_at AS "sentAt", s.deliver_at AS at FROM messages m
     JOIN scheduled_messages s ON s.id = m.scheduled_message_id WHERE m.scheduled_message_id = ANY ($1)`,
    [scheduledIds],
  );
  return rows;
};

const eventsAbout = async (scheduledMessageId: number): Promise<string[]> =>
  (await messaging.events())
    .filter(
      ({ type, payload }) =>
        type.startsWith('messaging.scheduled') &&
        (JSON.stringify(payload).includes(`"scheduledMessageId":${scheduledMessageId},`) ||
          JSON.stringify(payload).includes(`"scheduledMessageId":${scheduledMessageId}}`)),
    )
    .map(({ type }) => type.replace('messaging.scheduled_', ''));

/** As if it had been made for a time that has come. */
const makeDue = (ids: readonly number[]) =>
  messaging.sql.query(
    `UPDATE scheduled_messages SET deliver_at = now() - interval '1 ms', due_at = now() - interval '1 ms'
     WHERE id = ANY ($1)`,
    [ids],
  );

const due = (replica: number): DueMessages => messaging.replicas[replica]?.app.get(DueMessages) as DueMessages;

describe('scheduling', () => {
  it('stores what was asked for, and tells the user', async () => {
    const scheduledDeliveryTimestamp = nowSeconds() + HOUR;
    const toStream = await schedule({ scheduledDeliveryTimestamp, content: '**later**  ' });
    const toPeople = await schedule({ type: 'direct', to: [ben.userId, ana.userId], topic: 'ignored' });

    expect(
      (await waitingOf(ana)).filter((message) => [toStream, toPeople].includes(message.scheduled_message_id)),
    ).toEqual([
      {
        scheduled_message_id: toStream,
        type: 'stream',
        to: design,
        topic: 'logo',
        content: '**later**',
        rendered_content: '<p><strong>later</strong></p>',
        scheduled_delivery_timestamp: scheduledDeliveryTimestamp,
        failed: false,
      },
      {
        scheduled_message_id: toPeople,
        type: 'private',
        to: [ben.userId],
        content: 'later',
        rendered_content: '<p>later</p>',
        scheduled_delivery_timestamp: expect.any(Number),
        failed: false,
      },
    ]);
    expect(await waitingOf(ben)).toEqual([]);
    expect(await eventsAbout(toStream)).toEqual(['messages_added']);
  });

  it.each([
    [
      'a time that has passed',
      () => ({ scheduledDeliveryTimestamp: nowSeconds() - 5 }),
      'Scheduled delivery time must be in the future.',
    ],
    ['a stream that does not exist', () => ({ to: 9_999 }), "Stream with ID '9999' does not exist"],
    ['a user who does not exist', () => ({ type: 'direct' as const, to: [9_999] }), 'Invalid user ID 9999'],
    ['nothing to say', () => ({ content: ' ' }), 'Message must not be empty'],
    ['a private stream of others', () => ({ to: secret }), 'does not exist'],
    ['a list for a stream', () => ({ to: [design] }), 'Invalid data type for stream ID'],
    ['no id for a stream', () => ({ to: null }), 'Invalid data type for stream ID'],
    ['one id for people', () => ({ type: 'direct' as const, to: 7 }), 'Invalid data type for recipients'],
    ['no list for people', () => ({ type: 'direct' as const, to: null }), 'Invalid data type for recipients'],
    [
      'a list with something else than ids',
      () => ({ type: 'direct' as const, to: [7, null] }),
      'Recipient list may only contain user IDs',
    ],
    [
      'too many people',
      () => ({ type: 'direct' as const, to: Array.from({ length: 1_001 }, (_, n) => n) }),
      'to must contain no more than 1000 elements',
    ],
  ])('refuses %s', async (_, fields, message) => {
    cleo ??= await messaging.addUser();

    expect(await messaging.callError(createScheduledMessage, cleo, inAnHour(fields()))).toContain(message);
    expect(await waitingOf(cleo)).toEqual([]);
  });

  it('refuses a message to a stream without a topic', async () => {
    const { topic: _, ...message } = inAnHour();

    expect(await messaging.callError(createScheduledMessage, ana, message)).toBe('Missing topic');
  });

  it.each([
    [{}, 'Nothing to change'],
    [{ type: 'direct' as const }, 'Recipient required when updating type of scheduled message.'],
    [{ type: 'stream' as const, to: 7 }, 'Topic required when updating scheduled message type to stream.'],
    [{ to: null }, 'Invalid data type for stream ID'],
    [{ to: [null] }, 'Recipient list may only contain user IDs'],
  ])('refuses the change %j', async (change, message) => {
    expect(await messaging.callError(editScheduledMessage, ana, { scheduledMessageId: 1, ...change })).toBe(message);
  });

  it('lets its owner alone change and delete it', async () => {
    const id = await schedule();
    const its = { scheduledMessageId: id };

    expect(await messaging.callError(editScheduledMessage, ben, { ...its, content: 'mine' })).toBe(
      'Scheduled message does not exist',
    );
    expect(await messaging.callError(deleteScheduledMessage, ben, its)).toBe('Scheduled message does not exist');
    await messaging.call(editScheduledMessage, ana, { ...its, type: 'direct', to: [ben.userId] });
    const direct = (await waitingOf(ana)).find((message) => message.scheduled_message_id === id);
    expect(direct).toMatchObject({ type: 'private', to: [ben.userId], content: 'later' });
    expect(direct).not.toHaveProperty('topic');
    expect(await messaging.callError(editScheduledMessage, ana, { ...its, to: design })).toBe(
      'Invalid data type for recipients',
    );
    await messaging.call(deleteScheduledMessage, ana, its);

    await expect(messaging.call(deleteScheduledMessage, ana, its)).rejects.toMatchObject({
      message: 'Scheduled message does not exist',
      code: 'BAD_REQUEST',
      status: 404,
    });
    expect(await eventsAbout(id)).toEqual(['messages_added', 'message_updated', 'message_removed']);
  });
});

let cleo: Principal;

describe('delivery', () => {
  it('comes at the time, never before it, as an ordinary message', async () => {
    const id = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + 2, content: 'on time' });

    const [sent] = await eventually(async () => {
      const found = await sentFor([id]);
      return found.length > 0 && found;
    });

    const lagMs = (sent as { sentAt: Date; at: Date }).sentAt.getTime() - (sent as { at: Date }).at.getTime();
    expect(lagMs).toBeGreaterThanOrEqual(0);
    expect(lagMs).toBeLessThan(1_000);
    const message = (await messaging.events()).find(
      ({ type, payload }) => type === 'messaging.message_sent' && (payload as MessageSentPayload).content === 'on time',
    );
    expect(message?.payload).toMatchObject({ sender: { userId: ana.userId }, recipient: { streamId: design } });
    expect(await eventsAbout(id)).toEqual(['messages_added', 'message_removed']);
    expect((await waitingOf(ana)).some((waiting) => waiting.scheduled_message_id === id)).toBe(false);
    const edit = { scheduledMessageId: id, content: 'too late' };
    await expect(messaging.call(editScheduledMessage, ana, edit)).rejects.toMatchObject({
      message: 'Scheduled message was already sent',
      status: 400,
    });
    expect(await messaging.callError(editScheduledMessage, ben, edit)).toBe('Scheduled message does not exist');
    expect(await messaging.callError(deleteScheduledMessage, ana, { scheduledMessageId: id })).toBe(
      'Scheduled message does not exist',
    );
  });

  it.each([
    ['to oneself is unread', () => [ana.userId], false],
    ['to others is read', () => [ben.userId], true],
    ['to oneself and others is read', () => [ana.userId, ben.userId], true],
  ])('%s for who scheduled it in an app for people', async (content, to, isReadBySender) => {
    const id = await schedule({ type: 'direct', to: to(), content }, { clientName: 'website' });
    await makeDue([id]);
    await due(0).deliver(id);

    await eventually(async () => (await sentFor([id])).length === 1);
    const sent = (await messaging.events())
      .filter(({ type }) => type === 'messaging.message_sent')
      .map(({ payload }) => payload as MessageSentPayload);
    expect(sent.find((message) => message.content === content)).toMatchObject({ isReadBySender });
  });

  it('happens once for each of 1,000 that become due at once, with two replicas', async () => {
    const scheduledDeliveryTimestamp = nowSeconds() + HOUR;
    const ids: number[] = [];
    for (let n = 0; n < 1_000; n += 50) {
      const some = Array.from({ length: 50 }, (_, place) =>
        schedule({ scheduledDeliveryTimestamp, content: `message ${n + place}` }),
      );
      ids.push(...(await Promise.all(some)));
    }

    await makeDue(ids);
    await eventually(async () => (await sentFor(ids)).length === 1_000, { withinMs: 40_000 });

    const sent = await sentFor(ids);
    expect(sent.filter((one) => one.sentAt.getTime() < one.at.getTime())).toEqual([]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1_000);
    const told = (await messaging.events()).filter(
      ({ type, payload }) =>
        type === 'messaging.message_sent' && (payload as MessageSentPayload).content.startsWith('message '),
    );
    expect(told).toHaveLength(1_000);
  }, 80_000);

  it('happens once though the alarm rings many times at once on both replicas', async () => {
    const id = await schedule();
    await makeDue([id]);

    await Promise.all(Array.from({ length: 20 }, (_, n) => due(n % 2).deliver(id)));

    await eventually(async () => (await sentFor([id])).length === 1);
    await due(0).deliver(id);
    expect(await sentFor([id])).toHaveLength(1);
    expect(await eventsAbout(id)).toEqual(['messages_added', 'message_removed']);
  });

  it('does not happen when the alarm rings early, as with a clock that is fast', async () => {
    const id = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + HOUR });

    const early = await due(0).deliver(id);

    expect(early).toBeGreaterThan((HOUR - 60) * 1_000);
    expect(await sentFor([id])).toEqual([]);
  });

  it('happens though Redis lost the alarm', async () => {
    const id = await schedule();
    await eventually(async () => (await messaging.redis.redis.exists(`bull:scheduled-messages:message-${id}`)) === 1);
    await messaging.redis.redis.del(`bull:scheduled-messages:message-${id}`, 'bull:scheduled-messages:delayed');
    await makeDue([id]);

    await eventually(async () => (await sentFor([id])).length === 1, { withinMs: 8_000 });
  });

  it('sets the alarms that are missing, and only those', async () => {
    const id = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + 300 });
    await eventually(async () => (await messaging.redis.redis.exists(`bull:scheduled-messages:message-${id}`)) === 1);
    const alarmClock = messaging.replicas[0]?.app.get(AlarmClock) as AlarmClock;

    expect(await alarmClock.setMissing([{ id, dueInMs: 300_000 }])).toBe(0);
    await messaging.redis.redis.del(`bull:scheduled-messages:message-${id}`);
    expect(await alarmClock.setMissing([{ id, dueInMs: 300_000 }])).toBe(1);
  });

  it('does not happen at the old time of an edited one, nor of a deleted one', async () => {
    const edited = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + 2 });
    const deleted = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + 2 });
    await messaging.call(editScheduledMessage, ana, {
      scheduledMessageId: edited,
      scheduledDeliveryTimestamp: nowSeconds() + 4,
    });
    await messaging.call(deleteScheduledMessage, ana, { scheduledMessageId: deleted });

    const [sent] = await eventually(async () => {
      const found = await sentFor([edited]);
      return found.length > 0 && found;
    });

    expect(sent?.sentAt.getTime()).toBeGreaterThanOrEqual(sent?.at.getTime() as number);
    expect(await sentFor([deleted])).toEqual([]);
  }, 15_000);

  it('races with edits and deletions, and one of the two wins whole', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => schedule({ content: 'before' })));
    await makeDue(ids);

    const outcomes = await Promise.all(
      ids.map(async (id, n) => {
        const delivery = due(n % 2).deliver(id);
        const change =
          n % 3 === 0
            ? messaging.call(deleteScheduledMessage, ana, { scheduledMessageId: id })
            : messaging.call(editScheduledMessage, ana, {
                scheduledMessageId: id,
                content: 'after',
                scheduledDeliveryTimestamp: nowSeconds() + HOUR,
              });
        const isChanged = await change.then(
          () => true,
          () => false,
        );
        await delivery;
        return { id, isChanged, isDeletion: n % 3 === 0 };
      }),
    );

    for (const { id, isChanged, isDeletion } of outcomes) {
      if (!isChanged) await eventually(async () => (await sentFor([id])).length === 1);
      const waiting = (await waitingOf(ana)).find((message) => message.scheduled_message_id === id);
      expect(await sentFor([id])).toHaveLength(isChanged ? 0 : 1);
      expect(waiting?.content).toBe(isChanged && !isDeletion ? 'after' : undefined);
    }
  }, 15_000);

  it('of what can no longer be sent keeps it with the reason, and tells the owner', async () => {
    const id = await schedule({ to: secret }, { actor: ben });
    await unsubscribeByRows(messaging, secret, ben);
    await makeDue([id]);

    await due(0).deliver(id);

    const failed = await eventually(async () =>
      (await waitingOf(ben)).find((message) => message.scheduled_message_id === id && message.failed),
    );
    expect(failed.failure_reason).toBe(`Stream with ID '${secret}' does not exist`);
    expect(await sentFor([id])).toEqual([]);
    expect(await eventsAbout(id)).toEqual(['messages_added', 'message_updated']);
    const notice = (await messaging.events()).find(
      ({ type, payload }) =>
        type === 'messaging.message_sent' &&
        (payload as MessageSentPayload).sender.email.startsWith('notification-bot@'),
    )?.payload as MessageSentPayload;
    expect(notice.recipient).toMatchObject({ kind: 'direct' });
    expect(notice.content).toContain(`Stream with ID '${secret}' does not exist`);
  });

  it('of a failed one waits for a new time', async () => {
    const id = await schedule({}, { actor: ben });
    await messaging.sql.query(`UPDATE scheduled_messages SET status = 'failed', failure_reason = 'x' WHERE id = $1`, [
      id,
    ]);
    const its = { scheduledMessageId: id };

    expect(await messaging.callError(editScheduledMessage, ben, { ...its, content: 'again' })).toBe(
      'Scheduled delivery time must be in the future.',
    );
    await messaging.call(editScheduledMessage, ben, { ...its, scheduledDeliveryTimestamp: nowSeconds() + HOUR });

    const waiting = (await waitingOf(ben)).find((message) => message.scheduled_message_id === id);
    expect(waiting).toMatchObject({ failed: false });
    expect(waiting).not.toHaveProperty('failure_reason');
  });

  it('does not happen for somebody who was deactivated a moment ago', async () => {
    const dora = await messaging.addUser();
    const id = await schedule({}, { actor: dora });
    await makeDue([id]);
    await messaging.changeUser(dora.userId, { isActive: false });

    await due(1).deliver(id);

    expect(await sentFor([id])).toEqual([]);
    expect(await waitingOf(dora)).toEqual([expect.objectContaining({ failure_reason: 'Account is deactivated' })]);
  });

  it('happens at once when messaging was down over the due time, however late it is', async () => {
    const id = await schedule({ scheduledDeliveryTimestamp: nowSeconds() + 3_600 });
    await Promise.all(messaging.replicas.splice(0).map((replica) => replica.stop()));
    await messaging.sql.query(
      `UPDATE scheduled_messages SET deliver_at = deliver_at - interval '1 day', due_at = due_at - interval '1 day'
       WHERE id = $1`,
      [id],
    );
    expect(await sentFor([id])).toEqual([]);

    await messaging.startReplica();

    await eventually(async () => (await sentFor([id])).length === 1);
  }, 20_000);
});
