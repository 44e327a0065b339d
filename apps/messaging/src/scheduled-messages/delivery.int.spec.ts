import { deleteScheduledMessage, editScheduledMessage, type MessageSentPayload } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR, nowSeconds, startScheduledScene } from '../testing/scheduled-scene.js';
import { unsubscribeByRows } from '../testing/stream-by-sql.js';

let scene: Awaited<ReturnType<typeof startScheduledScene>>;
beforeAll(async () => {
  scene = await startScheduledScene();
});
afterAll(() => scene.messaging.close());

describe('delivery', () => {
  it('happens at the due time, never earlier, as an ordinary message', async () => {
    const inSeconds = (seconds: number) =>
      scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + seconds, content: 'on time' });
    const [id, ...others] = [await inSeconds(2), await inSeconds(3), await inSeconds(4)];

    const sent = (await scene.untilSent([id, ...others], 20_000)) as { sentAt: Date; at: Date }[];

    const lagsMs = sent.map(({ sentAt, at }) => Number(sentAt) - Number(at));
    expect(Math.min(...lagsMs)).toBeGreaterThanOrEqual(0);
    // The sweep leaves messages to their alarms for a second.
    expect(Math.min(...lagsMs)).toBeLessThan(1_000);
    const message = (await scene.sentPayloads()).find(({ content }) => content === 'on time');
    expect(message).toMatchObject({
      sender: { userId: scene.ana.userId },
      recipient: { streamId: scene.design },
    });
    expect(await scene.eventsAbout(id)).toEqual(['messages_added', 'message_removed']);
    expect((await scene.waitingOf(scene.ana)).some((waiting) => waiting.scheduled_message_id === id)).toBe(false);
    const edit = { scheduledMessageId: id, content: 'too late' };
    await expect(scene.messaging.call(editScheduledMessage, scene.ana, edit)).rejects.toMatchObject({
      message: 'Scheduled message was already sent',
      status: 400,
    });
    expect(await scene.messaging.callError(editScheduledMessage, scene.ben, edit)).toBe(
      'Scheduled message does not exist',
    );
    expect(await scene.messaging.callError(deleteScheduledMessage, scene.ana, { scheduledMessageId: id })).toBe(
      'Scheduled message does not exist',
    );
  });

  it.each([
    ['to oneself is unread', () => [scene.ana.userId], false],
    ['to others is read', () => [scene.ben.userId], true],
    ['to oneself and others is read', () => [scene.ana.userId, scene.ben.userId], true],
  ])('%s for a sender that scheduled the message in a client for people', async (content, to, isReadBySender) => {
    const id = await scene.schedule({ type: 'direct', to: to(), content }, { clientName: 'website' });
    await scene.makeDue([id]);
    await scene.due(0).deliver(id);

    await scene.untilSent([id]);
    expect((await scene.sentPayloads()).find((message) => message.content === content)).toMatchObject({
      isReadBySender,
    });
  });

  it('makes a poll of a message that begins with /poll', async () => {
    const content = '/poll Later?\nyes';
    const id = await scene.schedule({ content });
    await scene.makeDue([id]);
    await scene.due(0).deliver(id);

    await scene.untilSent([id]);
    const message = (await scene.sentPayloads()).find((one) => one.content === content);
    const { messageId, submessages = [] } = message as MessageSentPayload;
    expect(submessages).toMatchObject([{ messageId, senderId: scene.ana.userId, msgType: 'widget' }]);
    expect(JSON.parse(submessages[0]?.content ?? '')).toEqual({
      widget_type: 'poll',
      extra_data: { question: 'Later?', options: ['yes'] },
    });
  });

  it('happens once for each of 1,000 messages that become due together on two replicas', async () => {
    const scheduledDeliveryTimestamp = nowSeconds() + HOUR;
    const ids: number[] = [];
    for (let n = 0; n < 1_000; n += 50) {
      const some = Array.from({ length: 50 }, (_, place) =>
        scene.schedule({ scheduledDeliveryTimestamp, content: `message ${n + place}` }),
      );
      ids.push(...(await Promise.all(some)));
    }

    await scene.makeDue(ids);
    const sent = await scene.untilSent(ids, 40_000);

    expect(sent.filter((one) => one.sentAt.getTime() < one.at.getTime())).toEqual([]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1_000);
    const published = (await scene.sentPayloads()).filter(({ content }) => content.startsWith('message '));
    expect(published).toHaveLength(1_000);
  }, 80_000);

  it('happens once when many alarms ring together on both replicas', async () => {
    const id = await scene.schedule();
    await scene.makeDue([id]);

    await Promise.all(Array.from({ length: 20 }, (_, n) => scene.due(n % 2).deliver(id)));

    await scene.untilSent([id]);
    await scene.due(0).deliver(id);
    expect(await scene.sentFor([id])).toHaveLength(1);
    expect(await scene.eventsAbout(id)).toEqual(['messages_added', 'message_removed']);
  });

  it('does not happen at the old time of an edited message, nor for a deleted one', async () => {
    const edited = await scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + 2 });
    const deleted = await scene.schedule({ scheduledDeliveryTimestamp: nowSeconds() + 2 });
    await scene.messaging.call(editScheduledMessage, scene.ana, {
      scheduledMessageId: edited,
      scheduledDeliveryTimestamp: nowSeconds() + 4,
    });
    await scene.messaging.call(deleteScheduledMessage, scene.ana, { scheduledMessageId: deleted });

    const [sent] = await scene.untilSent([edited]);

    expect(sent?.sentAt.getTime()).toBeGreaterThanOrEqual(sent?.at.getTime() as number);
    expect(await scene.sentFor([deleted])).toEqual([]);
  }, 15_000);

  it('and a simultaneous edit or deletion have one winner', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => scene.schedule({ content: 'before' })));
    await scene.makeDue(ids);

    const outcomes = await Promise.all(
      ids.map(async (id, n) => {
        const delivery = scene.due(n % 2).deliver(id);
        const change =
          n % 3 === 0
            ? scene.messaging.call(deleteScheduledMessage, scene.ana, { scheduledMessageId: id })
            : scene.messaging.call(editScheduledMessage, scene.ana, {
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
      if (!isChanged) await scene.untilSent([id]);
      const waiting = (await scene.waitingOf(scene.ana)).find((message) => message.scheduled_message_id === id);
      expect(await scene.sentFor([id])).toHaveLength(isChanged ? 0 : 1);
      expect(waiting?.content).toBe(isChanged && !isDeletion ? 'after' : undefined);
    }
  }, 15_000);

  it('of a message that may no longer be sent marks it as failed and notifies the owner', async () => {
    const id = await scene.schedule({ to: scene.secret }, { actor: scene.ben });
    await unsubscribeByRows(scene.messaging, scene.secret, scene.ben);
    await scene.makeDue([id]);

    await scene.due(0).deliver(id);

    const failed = await eventually(async () =>
      (await scene.waitingOf(scene.ben)).find((message) => message.scheduled_message_id === id && message.failed),
    );
    expect(failed.failure_reason).toBe(`Stream with ID '${scene.secret}' does not exist`);
    expect(await scene.sentFor([id])).toEqual([]);
    expect(await scene.eventsAbout(id)).toEqual(['messages_added', 'message_updated']);
    const notice = (await scene.sentPayloads()).find(({ sender }) => sender.email.startsWith('notification-bot@'));
    expect(notice?.recipient).toMatchObject({ kind: 'direct' });
    expect(notice?.content).toContain(`Stream with ID '${scene.secret}' does not exist`);
  });

  it('of a failed message waits for a new time', async () => {
    const id = await scene.schedule({}, { actor: scene.ben });
    await scene.messaging.sql.query(
      `UPDATE scheduled_messages SET status = 'failed', failure_reason = 'x' WHERE id = $1`,
      [id],
    );
    const its = { scheduledMessageId: id };

    expect(await scene.messaging.callError(editScheduledMessage, scene.ben, { ...its, content: 'again' })).toBe(
      'Scheduled delivery time must be in the future.',
    );
    await scene.messaging.call(editScheduledMessage, scene.ben, {
      ...its,
      scheduledDeliveryTimestamp: nowSeconds() + HOUR,
    });

    const waiting = (await scene.waitingOf(scene.ben)).find((message) => message.scheduled_message_id === id);
    expect(waiting).toMatchObject({ failed: false });
    expect(waiting).not.toHaveProperty('failure_reason');
  });

  it('does not happen for a sender deactivated just before', async () => {
    const dora = await scene.messaging.addUser();
    const id = await scene.schedule({}, { actor: dora });
    await scene.makeDue([id]);
    await scene.messaging.changeUser(dora.userId, { isActive: false });

    await scene.due(1).deliver(id);

    expect(await scene.sentFor([id])).toEqual([]);
    expect(await scene.waitingOf(dora)).toEqual([
      expect.objectContaining({ failure_reason: 'Account is deactivated' }),
    ]);
  });
});
