import { describe, expect, it } from '@jest/globals';
import { QueueEvent, queueTypes, requireKnownEventTypes } from './webhook-event.js';

const full = (...eventTypes: string[]) => ({ eventTypes, format: 'full' as const });

describe('event types of a webhook', () => {
  it('are those of events, with or without an operation', () => {
    expect(() => requireKnownEventTypes(['message', 'subscription', 'subscription.add'])).not.toThrow();
  });

  it.each([
    [[], "'event_types' must not be empty"],
    [['letter'], "Invalid event type in 'event_types': letter"],
    [['message.add'], "Invalid event type in 'event_types': message.add"],
    [['__proto__'], "Invalid event type in 'event_types': __proto__"],
  ])('%j are refused', (eventTypes, message) => {
    expect(() => requireKnownEventTypes(eventTypes)).toThrow(message);
  });

  it('register a queue without the operations', () => {
    expect(queueTypes(['message', 'subscription.add', 'subscription.remove'])).toEqual(['message', 'subscription']);
  });
});

describe('an event of the queue', () => {
  const removal = '"type":"subscription","op":"remove","subscriptions":[{"stream_id":3,"name":"plans"}]';

  it('is a delivery as it stands in the queue, without its id', () => {
    expect(new QueueEvent(removal).deliveryTo(full('subscription'))).toEqual({
      eventType: 'subscription.remove',
      payload: `{${removal}}`,
    });
    expect(new QueueEvent(removal).deliveryTo(full('subscription.remove'))).toBeDefined();
  });

  it('is none if the webhook names other operations', () => {
    expect(new QueueEvent(removal).deliveryTo(full('subscription.add', 'message'))).toBeUndefined();
  });

  it('has only its type and ids in the thin format', () => {
    const event = {
      type: 'reaction',
      op: 'add',
      message_id: 7,
      emoji_name: 'tada',
      message_ids: [7],
      user: { user_id: 4, full_name: 'Ana' },
      identity: 'no id',
    };
    const delivery = new QueueEvent(JSON.stringify(event).slice(1, -1)).deliveryTo({
      ...full('reaction'),
      format: 'thin',
    });

    expect(JSON.parse(delivery?.payload ?? '')).toEqual({
      type: 'reaction',
      op: 'add',
      message_id: 7,
      message_ids: [7],
      user: { user_id: 4 },
    });
  });
});
