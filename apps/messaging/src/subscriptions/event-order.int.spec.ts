import { type Account, Role, StreamsInSightChanged, SubscriberActivityChanged } from '@chat/contracts';
import { waitUntilHandled } from '@chat/event-log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

/** Each waits some seconds for late events. */
const RUNS = 4;
const GROUPS = ['messaging-user-activity', 'messaging-role-changes'];

let messaging: TestMessaging;
let userIds: number[];
beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  const owner = await messaging.addUser({ role: Role.Owner });
  const users = [await messaging.addUser(), await messaging.addUser()];
  for (const user of [owner, ...users]) await subscribe(messaging, user, ['everybody']);
  userIds = users.map(({ userId }) => userId);
});
afterAll(() => messaging.close());

async function untilHandled(): Promise<void> {
  // A blocked read sees a repetition when the next event comes.
  await messaging.changeUser(userIds[0] as number, { fullName: 'Another Name' });
  const asOf = (await messaging.tail()) as string;
  for (const group of GROUPS) {
    expect(await waitUntilHandled(messaging.redis.redis, group, { realmId: TEST_REALM, asOf, withinMs: 20_000 })).toBe(
      true,
    );
  }
}

function isPresent(userId: number, change: Partial<Account>): boolean {
  const account = messaging.users.get(userId) as Account;
  return Object.entries(change).every(([name, value]) => account[name as keyof Account] === value);
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ user: fc.nat(1), isActive: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ user: fc.nat(1), role: fc.constantFrom(Role.Member, Role.Guest) }) },
  { weight: 3, arbitrary: fc.record({ late: fc.nat(), group: fc.constantFrom(...GROUPS) }) },
  { weight: 1, arbitrary: fc.record({ all: fc.constantFrom(...GROUPS) }) },
);

it('the last events of activity and role have the present state, in any order and repetition of their causes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const published: string[] = [];
      for (const taken of steps) {
        if ('all' in taken) await messaging.repeatEvents(taken.all);
        else if ('late' in taken) {
          const logId = published[taken.late % published.length];
          if (logId !== undefined) await messaging.repeatLate(taken.group, logId);
        } else {
          const { user, ...change } = taken;
          const userId = userIds[user] as number;
          if (!isPresent(userId, change)) {
            await messaging.changeUser(userId, change);
            published.push((await messaging.tail()) as string);
          }
        }
      }
      await untilHandled();

      const activities = await messaging.published(SubscriberActivityChanged);
      const sights = await messaging.published(StreamsInSightChanged);
      for (const userId of userIds) {
        const { isActive, role } = messaging.users.get(userId) as Account;
        expect(activities.findLast((event) => event.userId === userId)?.isActive ?? true).toBe(isActive);
        expect(sights.findLast((event) => event.userId === userId)?.role ?? Role.Member).toBe(role);
      }
    }),
    {
      numRuns: RUNS,
      examples: [
        [
          [
            { user: 0, isActive: false },
            { user: 0, isActive: true },
            { late: 0, group: 'messaging-user-activity' },
          ],
        ],
        [
          [
            { user: 0, role: Role.Guest },
            { user: 0, role: Role.Member },
            { late: 0, group: 'messaging-role-changes' },
          ],
        ],
      ],
    },
  );
}, 120_000);
