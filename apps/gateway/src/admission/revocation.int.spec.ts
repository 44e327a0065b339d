import { Role, VerifyCredentials } from '@chat/contracts';
import { createTestRedis, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SampleModule } from '../testing/sample.controller.js';
import { basic, TestGateway } from '../testing/test-gateway.js';

/*
 * Two gateways, each with its own cache, get requests without pause while the change arrives. Lookups take a while, so that some began
 * with the old state and end after the change: none of them may bring it back.
 */

let redis: TestRedis;
let gateways: readonly TestGateway[];
beforeAll(async () => {
  redis = await createTestRedis();
  const first = await TestGateway.start({ features: [SampleModule], redis, settings: UNLIMITED });
  const users = { [VerifyCredentials.pattern]: (request: VerifyCredentials) => first.users.verify(request) };
  const second = await TestGateway.start({ features: [SampleModule], redis, settings: UNLIMITED, services: { users } });
  gateways = [first, second];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await redis.close();
});

const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };
const WORKERS = 4;

describe('after the response to a change, every gateway refuses the old state of the user under load', () => {
  const changes = [
    ['a key that was replaced', { apiKey: 'n'.repeat(32) }, ({ status }) => status === 401],
    ['an account that was deactivated', { isActive: false }, ({ status }) => status === 401],
    ['a role that was lost', { role: Role.Guest }, ({ body }) => body['role'] === Role.Guest],
  ] satisfies [string, object, (response: { status: number; body: Readonly<Record<string, unknown>> }) => boolean][];

  it.each(changes)('%s', async (_, change, isNew) => {
    const { users } = gateways[0] as TestGateway;
    const user = users.add({ role: 200 });
    const authorization = basic(user.email, user.apiKey);
    const ask = (gateway: TestGateway) => gateway.request('GET', '/users/me', { headers: { authorization } });
    for (const gateway of gateways) expect((await ask(gateway)).body['role']).toBe(200);
    const old: string[] = [];
    let isChanged = false;
    let isStopped = false;
    const held: (() => void)[] = [];
    users.beforeReply = () => new Promise((resolve) => held.push(resolve));
    // Makes both gateways forget the user, so that lookups with the old state are under way when the change comes.
    await users.change(user, { fullName: 'Another' });
    const load = gateways.flatMap((gateway) =>
      Array.from({ length: WORKERS }, async () => {
        while (!isStopped) {
          const isAfter = isChanged;
          const response = await ask(gateway);
          if (isAfter && !isNew(response)) old.push(`${response.status} ${response.text}`);
        }
      }),
    );
    while (held.length < gateways.length) await new Promise((resolve) => setTimeout(resolve, 1));

    const [changed] = [users.change(user, change)];
    users.beforeReply = async () => {};
    await changed;
    isChanged = true;
    const later = Promise.all(gateways.flatMap((gateway) => Array.from({ length: 10 }, () => ask(gateway))));
    for (const release of held) release();

    expect((await later).filter((response) => !isNew(response))).toEqual([]);
    isStopped = true;
    await Promise.all(load);
    expect(old).toEqual([]);
    expect(users.lookups).toBeGreaterThan(gateways.length);
  });
});
