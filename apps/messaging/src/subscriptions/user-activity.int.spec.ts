import { SubscriberActivityChanged } from '@chat/contracts';
import { isAtLeast, LogReader, parseLogPosition, partitionOf, stateEventsKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await TestMessaging.start();
});
afterAll(() => messaging.close());

type Entries = readonly (readonly [id: string, ...rest: unknown[]])[];

/** Lets the reader apply the log up to a position only, as if its connection were slow. Returns a function that sets a later position. */
function holdBack(reader: LogReader, position: string): (later: string) => void {
  const inner = reader as unknown as { apply(partition: number, entries: Entries): void };
  const apply = inner.apply.bind(reader);
  let limit = position;
  inner.apply = (partition, entries) =>
    apply(
      partition,
      entries.filter(([id]) => isAtLeast(parseLogPosition(limit), parseLogPosition(id))),
    );
  return (later) => {
    limit = later;
  };
}

it('the last event has the present state if two replicas handle two changes of a user at the same time', async () => {
  const user = await messaging.addUser();
  await subscribe(messaging, user, ['left']);
  const published = async () =>
    (await messaging.published(SubscriberActivityChanged)).map((activity) => activity.isActive);
  const waitingForLock = async () =>
    (
      await messaging.sql.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  const slowReader = messaging.replicas[0]?.app.get(LogReader) as LogReader;
  const advanceTo = holdBack(slowReader, (await messaging.tail()) as string);

  await messaging.changeUser(user.userId, { isActive: false });
  const deactivation = (await messaging.tail()) as string;
  const group = [stateEventsKey(partitionOf(TEST_REALM)), 'messaging-user-activity'] as const;
  await eventually(
    async () => (await messaging.redis.redis.xpending(...group, deactivation, deactivation, 1)).length > 0,
  );
  await messaging.startReplica();
  await messaging.changeUser(user.userId, { isActive: true });
  await eventually(async () => (await published()).length === 1 || (await waitingForLock()));
  advanceTo(deactivation);

  await eventually(async () => (await published()).length === 2);
  advanceTo((await messaging.tail()) as string);
  expect((await published()).at(-1)).toBe(true);
});
