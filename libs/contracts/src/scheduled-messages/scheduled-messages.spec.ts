import { expect, it } from '@jest/globals';
import { writerOf } from '../kit/types/index.js';
import { ScheduledMessage, scheduledMessageOf } from './scheduled-messages.schema.js';

it('a scheduled message has the form of its type, and the reason if it failed', () => {
  const stored = {
    scheduledMessageId: 5,
    type: 'direct',
    to: [2],
    topic: '',
    content: 'x',
    renderedContent: '<p>x</p>',
    deliverAtSeconds: 9,
    isFailed: true,
    failureReason: 'gone',
  } as const;
  const onWire = {
    scheduled_message_id: 5,
    content: 'x',
    rendered_content: '<p>x</p>',
    scheduled_delivery_timestamp: 9,
  };
  const write = writerOf(ScheduledMessage);

  expect(write(scheduledMessageOf(stored))).toEqual({
    ...onWire,
    type: 'private',
    to: [2],
    failed: true,
    failure_reason: 'gone',
  });
  expect(
    write(scheduledMessageOf({ ...stored, type: 'stream', topic: 'logo', isFailed: false, failureReason: null })),
  ).toEqual({ ...onWire, type: 'stream', to: 2, topic: 'logo', failed: false });
});
