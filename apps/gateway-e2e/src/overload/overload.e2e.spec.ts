import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveQueue } from '../support/event-queue.js';
import { metricOf } from '../support/metrics.js';
import { Organization, type TestUser } from '../support/organization.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { Crowd } from './crowd.js';

/** Places of each gateway: few, so that a small crowd on any machine wants more than there are. */
const MAX_CALLS_IN_FLIGHT = 40;
const WANTED_AT_ONCE = 5 * 2 * MAX_CALLS_IN_FLIGHT;
const OVERLOAD_MS = 10_000;
/** The longest that a call of the crowd may take, by the gateway's deadline for a call. */
const CALL_DEADLINE_MS = 10_000;
const CONNECTIONS_PER_USER = 50;

let tested: SystemUnderTest;
let organization: Organization;
let users: TestUser[];
let crowd: Crowd;
let queue: LiveQueue;

beforeAll(async () => {
  tested = await startSystemUnderTest({
    without: ['files', 'integrations'],
    env: { MAX_CALLS_IN_FLIGHT: String(MAX_CALLS_IN_FLIGHT) },
  });
  organization = await Organization.create({
    baseUrl: tested.system.baseUrl,
    redisUrl: tested.system.redisUrl,
    checksContract: false,
  });
  users = await organization.addSubscribers('engine', WANTED_AT_ONCE / CONNECTIONS_PER_USER);
  queue = await LiveQueue.register((users[0] as TestUser).client, { event_types: ['message'] });
  crowd = new Crowd(users, CONNECTIONS_PER_USER, 'engine');
  await crowd.sendFor(OVERLOAD_MS);
}, 240_000);

afterAll(async () => {
  await queue?.stop();
  await organization?.close();
  await tested?.discard();
}, 60_000);

describe('more senders than slots', () => {
  it('receive 200, or 503 with a Retry-After header', () => {
    const statuses = new Set(crowd.answers.map(({ status }) => status));

    expect([...statuses].sort()).toEqual([200, 503]);
    expect(crowd.broken).toEqual([]);
    const refused = crowd.answers.filter(({ status }) => status === 503);
    expect(refused.filter(({ retryAfter, code }) => !(retryAfter > 0) || code !== 'SERVICE_UNAVAILABLE')).toEqual([]);
  });

  it('receive their responses within the deadline of a request', () => {
    const served = crowd.answers.filter(({ status }) => status === 200);

    expect(served.length).toBeGreaterThan(20);
    // The process of the crowd was as busy as the system, so its own delay is not counted.
    expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(CALL_DEADLINE_MS + crowd.ownDelayMs);
  });

  it('store acknowledged messages exactly once and refused messages at most once', async () => {
    const found = await crowd.findSent(organization.owner.client);

    const wrong = crowd.answers.filter(({ status, content, messageId }) => {
      const ids = found.get(content) ?? [];
      return status === 200 ? ids.length !== 1 || ids[0] !== messageId : ids.length > 1;
    });
    expect(wrong).toEqual([]);
  });

  it('do not disturb polls or the deletion of queues', async () => {
    const acknowledged = crowd.answers.flatMap(({ messageId }) => messageId ?? []);
    await eventually(
      () => {
        const arrived = new Set(queue.ofType('message').map(({ message }) => message.id));
        return acknowledged.every((id) => arrived.has(id));
      },
      { withinMs: 30_000 },
    );
    expect([queue.refusals, queue.violations]).toEqual([0, []]);
    const again = new Crowd(users, CONNECTIONS_PER_USER, 'engine');
    const ended: number[] = [];
    const ending = (async () => {
      for (let n = 0; n < 10; n++) {
        const { client } = users[n % users.length] as TestUser;
        const { status } = await client.call('DELETE', '/events', { queue_id: 'none' });
        ended.push(status);
      }
    })();
    await Promise.all([again.sendFor(2_000), ending]);
    expect(ended).toEqual(Array(10).fill(400));
  });

  it('leave all slots free, and the next request succeeds', async () => {
    const { client } = users[0] as TestUser;
    const answer = await client.call('POST', '/messages', {
      type: 'stream',
      to: 'engine',
      topic: 'after',
      content: 'x',
    });

    expect(answer.status).toBe(200);
    await eventually(async () => {
      const left = await Promise.all(
        [0, 1].flatMap((instance) =>
          ['chat_http_calls{state="in flight"}', 'chat_http_transfer_bytes{direction="in"}'].map((sample) =>
            metricOf(tested.system, 'gateway', instance, sample),
          ),
        ),
      );
      return left.every((value) => value === 0);
    });
  });
});
