import {
  CreateStreamsAsOperator,
  CreateUsersAsOperator,
  InsertMessagesAsOperator,
  MAX_OPERATOR_SUBSCRIPTIONS,
  type MessageToInsert,
  type StreamToCreate,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Operator } from '../operator.js';
import { requestsOf } from './plan-streams.js';
import { type Population, populate } from './populate.js';

const POPULATION: Population = {
  realmId: 1,
  prefix: 'load',
  password: undefined,
  users: 2_500,
  streams: 30,
  subscriptionsPerUser: 5,
  topicsPerStream: 10,
  messages: 3_200,
  days: 10,
  seed: 1,
  nowSeconds: 1_000_000,
};

/** Services that take everything. */
class RecordingOperator {
  readonly emails: string[] = [];
  readonly streams: StreamToCreate[] = [];
  readonly messages: MessageToInsert[] = [];
  readonly batches: number[] = [];

  async request(type: { readonly pattern: string }, fields: object): Promise<unknown> {
    if (type.pattern === CreateUsersAsOperator.pattern) {
      const { users } = fields as CreateUsersAsOperator;
      this.emails.push(...users.map(({ email }) => email));
      return users.map((_, index) => ({ userId: this.emails.length - users.length + index + 1, apiKey: '' }));
    }
    if (type.pattern === CreateStreamsAsOperator.pattern) {
      const { streams } = fields as CreateStreamsAsOperator;
      this.streams.push(...streams);
      return { streamIds: streams.map((_, index) => 100 + this.streams.length - streams.length + index) };
    }
    if (type.pattern !== InsertMessagesAsOperator.pattern) throw new Error(type.pattern);
    const { messages } = fields as InsertMessagesAsOperator;
    this.batches.push(messages.length);
    this.messages.push(...messages);
    return { messageIds: [] };
  }
}

async function populated(change: Partial<Population> = {}): Promise<RecordingOperator> {
  const operator = new RecordingOperator();
  await populate(operator as unknown as Operator, { ...POPULATION, ...change }, () => {});
  return operator;
}

describe('a population', () => {
  it('has the requested numbers of objects', async () => {
    const { emails, streams, messages, batches } = await populated();

    expect(new Set(emails).size).toBe(2_500);
    expect(streams).toHaveLength(30);
    expect(streams[0]?.subscriberIds).toHaveLength(2_500);
    expect(messages).toHaveLength(3_200);
    expect(batches).toEqual([1_000, 1_000, 1_000, 200]);
  });

  it('is the same for the same seed, and another for another', async () => {
    const [first, again, other] = await Promise.all([populated(), populated(), populated({ seed: 2 })]);

    expect(again.messages).toEqual(first.messages);
    expect(other.messages).not.toEqual(first.messages);
  });

  it('writes in the order of time, to streams by their subscribers', async () => {
    const { messages, streams } = await populated();

    const times = messages.map(({ sentAtSeconds }) => sentAtSeconds as number);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBe(1_000_000 - 10 * 86_400);
    for (const { senderId, to } of messages) {
      if ('streamId' in to) expect(streams[to.streamId - 100]?.subscriberIds).toContain(senderId);
    }
  });

  it('is read: the last message of each stream moves all watermarks past the others', async () => {
    const { messages, streams } = await populated();

    const lastOf = new Map<number, MessageToInsert>();
    for (const message of messages) if ('streamId' in message.to) lastOf.set(message.to.streamId, message);
    expect(lastOf.size).toBe(streams.length);
    expect([...lastOf.values()].every(({ isReadByAll }) => isReadByAll)).toBe(true);
    const marked = messages.filter(({ to, isReadByAll }) => 'streamId' in to && isReadByAll);
    expect(marked).toHaveLength(streams.length);
  });

  it('can be users alone', async () => {
    const { streams, messages } = await populated({ streams: 0, messages: 10 });

    expect(streams).toEqual([]);
    expect(messages.every(({ to }) => 'userIds' in to)).toBe(true);
  });
});

describe('requests for streams', () => {
  it('respect the limit of subscribers and include every user', () => {
    const ids = Array.from({ length: MAX_OPERATOR_SUBSCRIPTIONS + 5 }, (_, index) => index);
    const streams = [
      { name: 'one', subscriberIds: ids },
      { name: 'none', subscriberIds: [] },
      { name: 'two', subscriberIds: ids.slice(0, 7) },
    ];

    const requests = [...requestsOf(streams)];

    for (const parts of requests) {
      const total = parts.reduce((sum, { stream }) => sum + stream.subscriberIds.length, 0);
      expect(total).toBeLessThanOrEqual(MAX_OPERATOR_SUBSCRIPTIONS);
    }
    const all = requests.flat();
    for (const [index, stream] of streams.entries()) {
      const parts = all.filter((part) => part.index === index).flatMap((part) => part.stream.subscriberIds);
      expect(parts).toEqual(stream.subscriberIds);
    }
    expect(all.map(({ stream }) => stream.name)).toEqual(['one', 'one', 'none', 'two']);
  });
});
