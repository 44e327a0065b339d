import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { eventually } from '@chat/testing';
import { TEST_REALM, type TestMessaging } from './test-messaging.js';

/**
 * Begins a request while a transaction holds the realm lock, and waits until the request waits for the lock. Then runs `meanwhile` in that
 * transaction and commits it. Returns the result of the request.
 */
export async function whileRealmIsLocked<Result>(
  messaging: TestMessaging,
  begin: () => Promise<Result>,
  meanwhile: (tx: Transaction) => Promise<unknown>,
): Promise<Result> {
  const database = messaging.replicas[0]?.app.get(Database) as Database;
  const { begun } = await database.transaction(async (tx) => {
    await lockRealm(tx, TEST_REALM);
    const begun = begin();
    await eventually(() => isRealmWaitedFor(messaging), {
      withinMs: 20_000,
      what: 'a transaction that waits for the realm',
    });
    // The holder of the realm lock must never wait for a transaction that waits for it.
    await tx.query(`SET LOCAL lock_timeout = '500ms'`);
    await meanwhile(tx);
    return { begun };
  });
  return begun;
}

async function isRealmWaitedFor(messaging: TestMessaging): Promise<boolean> {
  const { rows } = await messaging.sql.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%outbox_head%'`,
  );
  return rows.length > 0;
}
