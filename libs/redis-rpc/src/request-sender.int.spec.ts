import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectRedis } from '@chat/redis';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { ENOUGH_TO_SEND, GATHER_TURNS, requestList } from './limits.js';
import { RequestSender } from './request-sender.js';

const list = requestList('users');
let redis: TestRedis;
let sender: RequestSender;

beforeEach(async () => {
  redis = await createTestRedis();
  sender = new RequestSender(redis.redis, new RecordingLogger());
});
afterEach(() => redis.close());

describe('requests of successive turns of the event loop', () => {
  it('are sent by one command, in order; later ones by another', async () => {
    const pushes = jest.spyOn(redis.redis, 'rpush');
    for (let turn = 0; turn < GATHER_TURNS; turn++) {
      sender.send({ list }, `in turn ${turn}`);
      await nextTurn();
    }
    sender.send({ list }, 'later');
    await eventually(async () => (await redis.redis.llen(list)) === GATHER_TURNS + 1);

    expect(pushes.mock.calls).toEqual([
      [list, ...Array.from({ length: GATHER_TURNS }, (_, turn) => `in turn ${turn}`)],
      [list, 'later'],
    ]);
  });

  it('are sent at once when enough have gathered', async () => {
    const pushes = jest.spyOn(redis.redis, 'rpush');
    for (let n = 0; n < ENOUGH_TO_SEND + 2; n++) sender.send({ list }, `request ${n}`);
    expect(pushes.mock.calls.map(([, ...texts]) => texts.length)).toEqual([ENOUGH_TO_SEND]);

    await eventually(async () => (await redis.redis.llen(list)) === ENOUGH_TO_SEND + 2);
    expect(pushes.mock.calls.map(([, ...texts]) => texts.length)).toEqual([ENOUGH_TO_SEND, 2]);
    const requests = Array.from({ length: ENOUGH_TO_SEND + 2 }, (_, n) => `request ${n}`);
    expect(await redis.redis.lrange(list, 0, -1)).toEqual(requests);
  });

  it('are sent without a further request', async () => {
    sender.send({ list }, 'alone');
    await eventually(async () => (await redis.redis.lrange(list, 0, -1))[0] === 'alone');
  });
});

describe('while Redis does not reply', () => {
  let other: Redis;

  beforeEach(() => {
    other = connectRedis(redis.url, { name: 'other' });
  });
  afterEach(() => other.disconnect());

  /** Sends more than the limit while Redis pauses for a second. */
  async function sendTooMuch(connection: Redis): Promise<RequestSender> {
    const sending = new RequestSender(connection, new RecordingLogger(), 10_000);
    await eventually(() => connection.status === 'ready');
    await other.call('CLIENT', 'PAUSE', '1000', 'ALL');
    for (let n = 0; n < 3; n++) {
      expect(sending.isRefusing(list)).toBe(false);
      sending.send({ list }, 'x'.repeat(2_000));
      for (let turn = 0; turn <= GATHER_TURNS; turn++) await nextTurn();
    }
    expect(sending.isRefusing(list)).toBe(true);
    return sending;
  }

  it('requests beyond the limit are refused until it replies', async () => {
    const sending = await sendTooMuch(redis.redis);

    await eventually(() => !sending.isRefusing(list));
    expect(await redis.redis.llen(list)).toBe(3);
  });

  it('requests lost with a connection do not count', async () => {
    const connection = connectRedis(redis.url, { name: 'cut', resendAfterReconnect: false });
    try {
      const sending = await sendTooMuch(connection);
      connection.disconnect(true);

      await eventually(() => !sending.isRefusing(list));
      sending.send({ list }, 'after');
      await eventually(async () => (await redis.redis.lrange(list, -1, -1))[0] === 'after');
      expect(sending.isRefusing(list)).toBe(false);
    } finally {
      connection.disconnect();
    }
  });
});
