import { ApiClient, ChatClient, type Message, type WireState } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Outbox, type OutgoingMessage } from '../sending/index.js';
import type { PageMessage } from '../service-worker/page-message.js';
import { takeClick, targetOf } from './clicks.js';

const READER = 7;
const PEOPLE = [
  { id: READER, full_name: 'Ada' },
  { id: 8, full_name: 'Ben' },
];

describe('clicks on notifications', () => {
  let client: ChatClient;
  let outbox: Outbox;
  let requests: OutgoingMessage[];
  let opened: string[];
  beforeEach(() => {
    [requests, opened] = [[], []];
    client = new ChatClient(new ApiClient('http://nowhere'));
    client.replace({ user_id: READER, queue_id: 'q', subscriptions: [] } as unknown as WireState);
    outbox = new Outbox({
      send: async (message) => {
        requests.push(message);
        return { status: 200, body: { id: 50 } };
      },
      placeOf: async ({ destination }) => destination,
      seenIn: () => undefined,
      pageId: 'p',
      load: () => [],
      save: () => undefined,
      queueId: () => 'later queue',
      newLocalId: () => 'own',
      nowMs: () => 0,
      pause: async () => undefined,
      random: () => 0,
    });
  });

  const names = { streamName: () => 'design', userName: () => 'Ben' };
  const targetFor = (message: object) =>
    targetOf(client, { id: 42, sender_id: 8, ...message } as unknown as Message, names);
  const direct = () => targetFor({ type: 'private', subject: '', display_recipient: PEOPLE });
  const inTopic = () => targetFor({ type: 'stream', stream_id: 1, display_recipient: 'design', subject: 'Logo' });
  const take = (message: Omit<PageMessage, 'kind'>) =>
    takeClick(
      { kind: 'notification-click', ...message },
      { userId: READER, outbox, open: (fragment) => void opened.push(fragment) },
    );

  it('open the message in its conversation', () => {
    expect(take({ target: inTopic() })).toBe(true);
    expect(opened).toEqual([inTopic().fragment]);
    expect(opened[0]).toMatch(/^#narrow\/stream\/1.*\/topic\/Logo\/near\/42$/);
  });

  it('send a reply to the conversation of the notification, once, also if it comes again', async () => {
    const reply = { content: 'At noon', localId: 'l1' };
    expect([take({ target: direct(), reply }), take({ target: direct(), reply })]).toEqual([true, true]);
    await new Promise(setImmediate);

    const destination = { type: 'direct', userIds: [8] };
    expect(requests).toMatchObject([{ content: 'At noon', localId: 'l1', queueId: 'q', destination }]);
    expect(opened).toEqual([]);
  });

  it('send a reply to a topic', () => {
    take({ target: inTopic(), reply: { content: 'Green', localId: 'l2' } });

    const destination = { type: 'stream', streamId: 1, topic: 'Logo' };
    expect(outbox.snapshot()).toMatchObject([{ destination, seenId: 42 }]);
  });

  it('of another account are left to another page', () => {
    const target = { ...direct(), userId: 99 };

    expect(take({ target, reply: { content: 'At noon', localId: 'l3' } })).toBe(false);
    expect(take({ target })).toBe(false);
    expect([outbox.snapshot(), opened]).toEqual([[], []]);
  });
});
