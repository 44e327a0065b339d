import { createScheduledMessage, deleteScheduledMessage, editScheduledMessage } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR, nowSeconds, startScheduledScene } from '../testing/scheduled-scene.js';

let scene: Awaited<ReturnType<typeof startScheduledScene>>;
beforeAll(async () => {
  scene = await startScheduledScene();
});
afterAll(() => scene.messaging.close());

describe('scheduling', () => {
  it('of a message stores and publishes it', async () => {
    const scheduledDeliveryTimestamp = nowSeconds() + HOUR;
    const toStream = await scene.schedule({ scheduledDeliveryTimestamp, content: '**later**  ' });
    const toPeople = await scene.schedule({
      type: 'direct',
      to: [scene.ben.userId, scene.ana.userId],
      topic: 'ignored',
    });

    expect(
      (await scene.waitingOf(scene.ana)).filter((message) =>
        [toStream, toPeople].includes(message.scheduled_message_id),
      ),
    ).toEqual([
      {
        scheduled_message_id: toStream,
        type: 'stream',
        to: scene.design,
        topic: 'logo',
        content: '**later**',
        rendered_content: '<p><strong>later</strong></p>',
        scheduled_delivery_timestamp: scheduledDeliveryTimestamp,
        failed: false,
      },
      {
        scheduled_message_id: toPeople,
        type: 'private',
        to: [scene.ben.userId],
        content: 'later',
        rendered_content: '<p>later</p>',
        scheduled_delivery_timestamp: expect.any(Number),
        failed: false,
      },
    ]);
    expect(await scene.waitingOf(scene.ben)).toEqual([]);
    expect(await scene.eventsAbout(toStream)).toEqual(['messages_added']);
  });

  it.each([
    [
      'a time that has passed',
      () => ({ scheduledDeliveryTimestamp: nowSeconds() - 5 }),
      'Scheduled delivery time must be in the future.',
    ],
    ['a stream that does not exist', () => ({ to: 9_999 }), "Stream with ID '9999' does not exist"],
    ['an unknown user', () => ({ type: 'direct' as const, to: [9_999] }), 'Invalid user ID 9999'],
    ['blank content', () => ({ content: ' ' }), 'Message must not be empty'],
    ['a private stream without a subscription', () => ({ to: scene.secret }), 'does not exist'],
    ['a list for a stream', () => ({ to: [scene.design] }), 'Invalid data type for stream ID'],
    ['no id for a stream', () => ({ to: null }), 'Invalid data type for stream ID'],
    ['one id for a direct message', () => ({ type: 'direct' as const, to: 7 }), 'Invalid data type for recipients'],
    ['no list for a direct message', () => ({ type: 'direct' as const, to: null }), 'Invalid data type for recipients'],
    [
      'a list with a null',
      () => ({ type: 'direct' as const, to: [7, null] }),
      'Recipient list may only contain user IDs',
    ],
    [
      'too many recipients',
      () => ({ type: 'direct' as const, to: Array.from({ length: 1_001 }, (_, n) => n) }),
      'to must contain no more than 1000 elements',
    ],
  ])('with %s is rejected', async (_, fields, message) => {
    const cleo = await scene.messaging.addUser();

    expect(await scene.messaging.callError(createScheduledMessage, cleo, scene.inAnHour(fields()))).toContain(message);
    expect(await scene.waitingOf(cleo)).toEqual([]);
  });

  it('to a stream without a topic is rejected', async () => {
    const { topic: _, ...message } = scene.inAnHour();

    expect(await scene.messaging.callError(createScheduledMessage, scene.ana, message)).toBe('Missing topic');
  });

  it.each([
    [{}, 'Nothing to change'],
    [{ type: 'direct' as const }, 'Recipient required when updating type of scheduled message.'],
    [{ type: 'stream' as const, to: 7 }, 'Topic required when updating scheduled message type to stream.'],
    [{ to: null }, 'Invalid data type for stream ID'],
    [{ to: [null] }, 'Recipient list may only contain user IDs'],
  ])('the change %j is rejected', async (change, message) => {
    expect(await scene.messaging.callError(editScheduledMessage, scene.ana, { scheduledMessageId: 1, ...change })).toBe(
      message,
    );
  });

  it('lets only the owner change and delete the message', async () => {
    const id = await scene.schedule();
    const its = { scheduledMessageId: id };

    expect(await scene.messaging.callError(editScheduledMessage, scene.ben, { ...its, content: 'mine' })).toBe(
      'Scheduled message does not exist',
    );
    expect(await scene.messaging.callError(deleteScheduledMessage, scene.ben, its)).toBe(
      'Scheduled message does not exist',
    );
    await scene.messaging.call(editScheduledMessage, scene.ana, { ...its, type: 'direct', to: [scene.ben.userId] });
    const direct = (await scene.waitingOf(scene.ana)).find((message) => message.scheduled_message_id === id);
    expect(direct).toMatchObject({ type: 'private', to: [scene.ben.userId], content: 'later' });
    expect(direct).not.toHaveProperty('topic');
    expect(await scene.messaging.callError(editScheduledMessage, scene.ana, { ...its, to: scene.design })).toBe(
      'Invalid data type for recipients',
    );
    await scene.messaging.call(deleteScheduledMessage, scene.ana, its);

    await expect(scene.messaging.call(deleteScheduledMessage, scene.ana, its)).rejects.toMatchObject({
      message: 'Scheduled message does not exist',
      code: 'BAD_REQUEST',
      status: 404,
    });
    expect(await scene.eventsAbout(id)).toEqual(['messages_added', 'message_updated', 'message_removed']);
  });
});
