import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GATHER_TURNS, requestList } from './limits.js';
import { nextTurn } from './next-turn.js';
import { RequestSender } from './request-sender.js';

const list = requestList('users');
let redis: TestRedis;
let sender: RequestSender;

beforeEach(async () => {
  redis = await createTestRedis();
  sender = new RequestSender(redis.redis, new RecordingLogger());
});
afterEach(() => redis.close());

describe('requests that come in turns of the event loop that follow each other', () => {
  it('are sent together, in their order; what comes later is not waited for', async () => {
    const pushes = jest.spyOn(redis.redis, 'rpush');
    for (let turn = 0; turn < GATHER_TURNS; turn++) {
      sender.send({ list }, `in turn ${turn}`);
      await nextTurn();
    }
    sender.send({ list }, 'later');
    await eventually(async () => (await redis.redis.llen(list)) === GATHER_TURNS + 1);

    expect(pushes.mock.calls).toEqual([
      [list, 'in turn 0', 'in turn 1', 'in turn 2'],
      [list, 'later'],
    ]);
  });

  it('go out though nothing follows', async () => {
    sender.send({ list }, 'alone');
    await eventually(async () => (await redis.redis.lrange(list, 0, -1))[0] === 'alone');
  });
});
