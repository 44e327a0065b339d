import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 0 });
});
afterAll(() => messaging.close());

describe('GIN indexes', () => {
  it('have pending lists of at most 256 KiB', async () => {
    const { rows } = await messaging.sql.query<{ name: string; options: string[] | null }>(
      `SELECT relname AS name, reloptions AS options FROM pg_class JOIN pg_am ON pg_am.oid = relam
       WHERE amname = 'gin' AND relnamespace = 'messaging'::regnamespace`,
    );

    const pendingKib = (options: string[] | null) =>
      Number(/gin_pending_list_limit=(\d+)/.exec(String(options))?.[1] ?? 4_096);
    expect(rows.map(({ name }) => name)).toContain('messages_search');
    expect(rows.filter(({ options }) => pendingKib(options) > 256)).toEqual([]);
  });
});
