import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ENOUGH_TO_SEND, GATHER_TURNS, requestList } from './limits.js';
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

  it('do not wait for each other once they are enough', async () => {
    const pushes = jest.spyOn(redis.redis, 'rpush');
    for (let n = 0; n < ENOUGH_TO_SEND + 2; n++) sender.send({ list }, `request ${n}`);
    expect(pushes.mock.calls.map(([, ...texts]) => texts.length)).toEqual([ENOUGH_TO_SEND]);

    await eventually(async () => (await redis.redis.llen(list)) === ENOUGH_TO_SEND + 2);
    expect(pushes.mock.calls.map(([, ...texts]) => texts.length)).toEqual([ENOUGH_TO_SEND, 2]);
    const requests = Array.from({ length: ENOUGH_TO_SEND + 2 }, (_, n) => `request ${n}`);
    expect(await redis.redis.lrange(list, 0, -1)).toEqual(requests);
  });

  it('go out though nothing follows', async () => {
    sender.send({ list }, 'alone');
    await eventually(async () => (await redis.redis.lrange(list, 0, -1))[0] === 'alone');
  });
});
