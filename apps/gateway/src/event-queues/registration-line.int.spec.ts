import {
  GetMessagingRegisterState,
  GetRealmRegisterState,
  GetUsersRegisterState,
  ReadPresences,
  RegisterEventQueue,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { holdShards, QUEUE } from '../testing/held-shards.js';
import { TestGateway, type TestResponse } from '../testing/test-gateway.js';
import { EventQueuesModule } from './event-queues.controller.js';

/** Of a gateway that has not served registrations yet. */
const IN_LINE = 400;
/** In the two shards that have a holder. */
const USERS = 2;
const DEVICES = 220;

let gateway: TestGateway;
let served = 0;
let goOn = () => {};

beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const state = () => ({ sequence: 1, state: {} });
  const messagingState = async () => {
    await held;
    return { ...state(), subscribedStreamIds: [] };
  };
  const register = () => {
    served++;
    return { queueId: QUEUE, lastEventId: -1 };
  };
  const presences = () => ({ presences: {}, server_timestamp: 1.5 });
  gateway = await TestGateway.start({
    features: [EventQueuesModule],
    services: {
      events: { [RegisterEventQueue.pattern]: register, [ReadPresences.pattern]: presences },
      users: { [GetUsersRegisterState.pattern]: state },
      'realm-settings': { [GetRealmRegisterState.pattern]: state },
      messaging: { [GetMessagingRegisterState.pattern]: messagingState },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
  await holdShards(gateway);
});

afterAll(() => gateway.close());

describe('the line of registrations', () => {
  it('refuses those that would wait too long before it begins them, and serves the others', async () => {
    const users = Array.from({ length: USERS }, () => gateway.users.add());
    const refused: TestResponse[] = [];
    const responses = users.flatMap((as) =>
      Array.from({ length: DEVICES }, async () => {
        const response = await gateway.request('POST', '/register', { as });
        if (response.status !== 200) refused.push(response);
      }),
    );
    await eventually(async () => refused.length === USERS * DEVICES - IN_LINE);
    // Refused before its credentials are looked at.
    const stranger = { ...(users[0] as FakeUser), apiKey: 'wrong' };
    expect((await gateway.request('POST', '/register', { as: stranger })).status).toBe(503);
    expect((await gateway.request('POST', '/register', { prefix: '/json' })).status).toBe(503);
    expect((await gateway.request('GET', '/events', { as: stranger })).status).toBe(401);
    expect((await gateway.request('OPTIONS', '/register')).status).toBe(204);
    expect((await gateway.request('GET', '/events', { as: users[0] })).status).toBe(503);

    goOn();

    await Promise.all(responses);
    expect([served, refused.length]).toEqual([IN_LINE, USERS * DEVICES - IN_LINE]);
    expect(refused[0]?.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', outcome: 'not_started', 'retry-after': 1 });
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    const again = await gateway.request('POST', '/register', { as: users[0] });
    expect(again.body).toMatchObject({ result: 'success', queue_id: QUEUE });
  });
});
