import { LARGEST_ANCHOR, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RunningService } from '@chat/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_UNREAD_MESSAGES, unreadMessages } from '../flags/unread-messages.js';
import { firstMessageIdOf, lastMessageIdOf } from '../messages/ends-of-place.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { pageStatement } from './find-page.js';
import { ResolveNarrow } from './resolve-narrow.js';

/*
 * The plans of history's statements, on a table large enough that a wrong one shows. What is asserted is what makes a page cost
 * the same at ten thousand and at ten million messages: which index is read, that nothing is scanned or sorted whole, and
 * how many blocks are touched.
 */

const STREAMS = 20;
const MESSAGES = 200_000;
const PAGE = 50;

let messaging: TestMessaging;
let ana: Principal;
let streamIds: number[];

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  const others = await Promise.all(Array.from({ length: 30 }, () => messaging.addUser()));
  streamIds = [];
  for (let n = 0; n < STREAMS; n++) {
    streamIds.push(
      await makeStream(messaging, {
        name: `stream ${n}`,
        isPrivate: n % 4 === 0,
        subscribers: n % 2 === 0 ? [ana] : [],
      }),
    );
  }
  await messaging.sql.query(
    `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
       render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
       is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
     SELECT n, $1, s.recipient_id, s.id, 3 + n % 30, 'topic ' || n % 400, 'topic ' || n % 400,
       'message number ' || n || CASE WHEN n % 10000 = 7 THEN ' with a pangolin' ELSE '' END, '<p>message</p>', 1, 'test',
       now(), false, n % 50 = 0, n % 5000 = 0, false, true, n % 20000 = 0,
       CASE WHEN n % 3000 = 0 THEN ARRAY[$2::bigint] ELSE '{}' END, '{}'
     FROM generate_series(1, $3::int) AS n
     JOIN streams s ON s.id = ($4::bigint[])[1 + n % ${STREAMS}]`,
    [TEST_REALM, ana.userId, MESSAGES, streamIds],
  );
  await messaging.sql.query('VACUUM ANALYZE messages');
  await messaging.sql.query(
    'ANALYZE streams, subscriptions, subscription_intervals, direct_participants, message_flags',
  );
  expect(others).toHaveLength(30);
}, 120_000);
afterAll(() => messaging.close());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

async function explained(database: Database, sql: string, parameters: readonly unknown[]) {
  const [row] = await database.query<{
    'QUERY PLAN': [{ Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters);
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('No plan.');
  return plan;
}

async function planOf(wireNarrow: unknown[], direction: 'ascending' | 'descending') {
  const [{ app }] = messaging.replicas as [RunningService];
  const narrow = await app.get(ResolveNarrow, { strict: false }).resolve(ana, TEST_REALM, wireNarrow);
  const range =
    direction === 'ascending'
      ? { from: MESSAGES / 2, limit: PAGE, direction }
      : { below: LARGEST_ANCHOR, limit: PAGE, direction };
  const { sql, parameters } = pageStatement(narrow, ana, TEST_REALM, range);
  const database = app.get(Database);
  const plan = await explained(database, sql, parameters);
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode): void => {
    nodes.push(node);
    for (const child of node.Plans ?? []) collect(child);
  };
  collect(plan);
  return {
    indexes: [...new Set(nodes.map((node) => node['Index Name']).filter((name) => name?.startsWith('messages')))],
    scansMessages: nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'messages'),
    rows: plan['Actual Rows'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

describe('the plan of a page', () => {
  it.each([
    ['of everything received', [], ['messages_recipient'], 2_000],
    ['of a stream', [['stream', 'stream 1']], ['messages_recipient'], 300],
    ['of a private stream', [['stream', 'stream 0']], ['messages_recipient'], 300],
    [
      'of a topic',
      [
        ['stream', 'stream 1'],
        ['topic', 'topic 1'],
      ],
      ['messages_topic'],
      300,
    ],
    ['of a topic anywhere', [['topic', 'topic 1']], ['messages_topic'], 2_000],
    ['of all public streams', [['streams', 'public']], ['messages_recipient'], 2_500],
    [
      'of pictures in a stream',
      [
        ['stream', 'stream 0'],
        ['has', 'image'],
      ],
      ['messages_with_image'],
      300,
    ],
    ['of mentions', [['is', 'mentioned']], ['messages_mentioned'], 3_000],
    ['of a rare word', [['search', 'pangolin']], ['messages_search'], 1_500],
    ['of one message', [['id', '100']], [], 100],
  ] as const)('%s reads an index, in order', async (_, narrow, indexes, maxBlocks) => {
    for (const direction of ['descending', 'ascending'] as const) {
      const plan = await planOf(narrow as unknown as unknown[], direction);

      expect(plan.scansMessages).toBe(false);
      expect(plan.indexes).toEqual(expect.arrayContaining([...indexes]));
      expect(plan.blocks).toBeLessThan(maxBlocks);
    }
  });

  it('of a sender reads an index in order, or the places', async () => {
    const plan = await planOf([{ operator: 'sender', operand: 5 }], 'descending');

    expect(plan.scansMessages).toBe(false);
    expect(plan.rows).toBe(PAGE);
    expect(plan.blocks).toBeLessThan(3_000);
  });
});

describe('the ends of a place', () => {
  it.each([
    ['first', firstMessageIdOf],
    ['last', lastMessageIdOf],
  ])('the %s message is one probe, also of a place where nobody ever wrote', async (_, idOf) => {
    const [{ app }] = messaging.replicas as [RunningService];
    const sql = `SELECT s.id, (${idOf('s.recipient_id')}) FROM streams s WHERE s.id = $1`;
    for (const streamId of [streamIds[0], await makeStream(messaging, { name: `silent ${_}`, subscribers: [] })]) {
      const plan = await explained(app.get(Database), sql, [streamId]);

      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(20);
    }
  });
});

describe('what is unread', () => {
  it('costs what there is above the watermarks, not what there is', async () => {
    const [{ app }] = messaging.replicas as [RunningService];
    const database = app.get(Database);
    const all = await timed(() => unreadMessages(database, ana));
    // Ten of twenty streams, and nothing read yet: as many as are ever counted.
    expect(all.result).toHaveLength(MAX_UNREAD_MESSAGES);

    await messaging.sql.query(
      `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
       SELECT $1, recipient_id, true, '', $2 FROM streams`,
      [ana.userId, MESSAGES - 200],
    );
    const few = await timed(() => unreadMessages(database, ana));

    expect(few.result).toHaveLength(100);
    expect(few.ms).toBeLessThan(all.ms / 2);
  });
});

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}
