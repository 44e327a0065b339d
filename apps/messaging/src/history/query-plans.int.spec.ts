import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LARGEST_ANCHOR } from '@chat/contracts';
import { Database, type Queryable } from '@chat/persistence';
import type { RunningService } from '@chat/service-kit';
import { afterAll, describe, expect, it } from '@jest/globals';
import { firstMessageIdOf, lastMessageIdOf, lastMessageIdOfRealm } from '../message-order/message-ids.js';
import { bodiesStatement } from '../messages/view/message-body.js';
import { MAX_UNREAD_MESSAGES, type UnreadWhere, unreadMessages } from '../read-state/unread-messages.js';
import { explained, explainedPrepared, sessionSettings } from '../testing/explained-plan.js';
import { DIRECT_MESSAGES, MESSAGES, STRANGER, STREAMS, startLargeHistory } from '../testing/large-history.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TEST_REALM } from '../testing/test-messaging.js';
import { pageStatement, statesStatement } from './find-page.js';
import { ResolveNarrow } from './resolve-narrow.js';
import { walkStatement } from './walked-page.js';

/*
 * The plans of history's statements, on a table that is large enough to reveal a wrong plan. The tests assert the index, that no step
 * scans or sorts a whole table, and the number of blocks: then a page costs the same at ten thousand and at ten million messages.
 * WRITE_QUERY_PLANS=1 writes the plans to query-plans.md.
 */

const PAGE = 50;
/** Rows of all places of a reader, a page each: more is never sorted. */
const MAX_SORTED = 2_500;
const PLANS_PAGE = fileURLToPath(new URL('query-plans.md', import.meta.url));

const { messaging, reader: ana, streamIds } = await startLargeHistory();
afterAll(() => messaging.close());

const service = () => (messaging.replicas as [RunningService])[0].app;

async function planOf(
  wireNarrow: unknown[],
  direction: 'ascending' | 'descending',
  isPrepared = false,
  statement = pageStatement,
) {
  const narrow = await service().get(ResolveNarrow, { strict: false }).resolve(ana, TEST_REALM, wireNarrow);
  const range =
    direction === 'ascending'
      ? { from: MESSAGES / 2, limit: PAGE, direction }
      : { below: LARGEST_ANCHOR, limit: PAGE, direction };
  const { sql, parameters } = statement({ narrow, viewer: ana, realmId: TEST_REALM }, range);
  return isPrepared
    ? explainedPrepared(messaging, sql, parameters)
    : explained(service().get(Database), sql, parameters);
}

const user = (id: number): string => `user${id}@example.com`;
const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true });

/** Narrow, indexes of `messages` that are read, blocks at most (8 KiB each). */
const PAGES: readonly (readonly [string, unknown[], readonly string[], number])[] = [
  ['everything received', [], ['messages_recipient'], 2_000],
  ['a stream', [['stream', 'stream 1']], ['messages_recipient'], 300],
  ['a private stream', [['stream', 'stream 0']], ['messages_recipient'], 300],
  [
    'a topic',
    [
      ['stream', 'stream 1'],
      ['topic', 'topic 1'],
    ],
    ['messages_topic'],
    300,
  ],
  ['a topic anywhere', [['topic', 'topic 1']], ['messages_topic'], 2_000],
  ['all public streams', [['streams', 'public']], ['messages_recipient'], 2_500],
  ['all but a stream', [not('stream', 'stream 0')], ['messages_recipient'], 2_000],
  ['the home view', [['in', 'home']], ['messages_recipient'], 2_500],
  ['a sender', [['sender', user(5)]], ['messages_sender_place'], 1_500],
  ['a sender without messages', [['sender', user(STRANGER)]], ['messages_sender_place'], 300],
  [
    'a sender in a stream',
    [
      ['stream', 'stream 1'],
      ['sender', user(6)],
    ],
    ['messages_sender_place'],
    300,
  ],
  [
    'a sender without messages in the stream',
    [
      ['stream', 'stream 0'],
      ['sender', user(STRANGER)],
    ],
    ['messages_sender_place'],
    50,
  ],
  ['all but a sender', [not('sender', user(5))], ['messages_recipient'], 2_000],
  ['a conversation', [['dm', user(5)]], ['messages_recipient'], 300],
  ['a conversation, by the older name', [['pm-with', user(5)]], ['messages_recipient'], 300],
  ['all conversations with a user', [['dm-including', user(5)]], ['messages_recipient'], 300],
  ['all direct messages', [['is', 'dm']], ['messages_recipient'], 1_000],
  ['no direct messages', [not('is', 'dm')], ['messages_recipient'], 2_000],
  ['starred messages', [['is', 'starred']], ['messages_pkey'], 3_000],
  ['mentions', [['is', 'mentioned']], ['messages_mentioned', 'messages_wildcard'], 3_000],
  ['alert words', [['is', 'alerted']], ['messages_alert_words'], 1_500],
  ['resolved topics', [['is', 'resolved']], ['messages_resolved'], 1_000],
  ['links', [['has', 'link']], ['messages_with_link'], 3_000],
  [
    'pictures in a stream',
    [
      ['stream', 'stream 0'],
      ['has', 'image'],
    ],
    ['messages_with_image'],
    300,
  ],
  ['attachments', [['has', 'attachment']], ['messages_with_attachment'], 300],
  ['a rare word', [['search', 'pangolin']], ['messages_search'], 1_500],
  [
    'a rare word in a stream',
    [
      ['stream', 'stream 7'],
      ['search', 'pangolin'],
    ],
    ['messages_search'],
    1_500,
  ],
  ['one message', [['id', '100']], [], 100],
];

const found = new Map<string, string>();

/** Narrows with prepared statements. */
const PREPARED = ['a stream', 'a private stream', 'a topic', 'a conversation'];

describe('the plan for any values of a page of', () => {
  it.each(PAGES.filter(([name]) => PREPARED.includes(name)))(
    '%s is the same',
    async (_, narrow, indexes, maxBlocks) => {
      for (const direction of ['ascending', 'descending'] as const) {
        const plan = await planOf(narrow, direction, true);

        expect(plan).toMatchObject({ scansMessages: false, indexes: expect.arrayContaining([...indexes]) });
        expect(plan.sorted).toBeLessThan(MAX_SORTED);
        expect(plan.blocks).toBeLessThan(maxBlocks);
      }
    },
  );
});

describe('the plan, for any values, of all that a page shows of', () => {
  it.each(PAGES.filter(([name]) => PREPARED.includes(name)))(
    '%s reads no row of a message, and finds their marks and reactions by indexes',
    async (name, narrow, indexes) => {
      for (const direction of ['ascending', 'descending'] as const) {
        const plan = await planOf(narrow, direction, true, statesStatement);

        found.set(`${name}, with all that it shows`, plan.text);
        expect(plan).toMatchObject({ scansMessages: false, indexes, looksAtRows: false });
        expect(plan.sorted).toBeLessThan(MAX_SORTED);
        expect(plan.blocks).toBeLessThan(3 * PAGE);
      }
    },
  );
});

describe('the plan, for any values, of all that a page shows by walking the realm, of', () => {
  it.each([
    ['everything received', [], 600],
    ['all public streams', [['streams', 'public']], 600],
    // Muting is checked for each message in small tables.
    ['the home view', [['in', 'home']], 4_000],
  ])('%s reads only neighbouring messages', async (name, narrow, maxBlocks) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const plan = await planOf(narrow, direction, true, walkStatement);

      found.set(`${name}, with all that it shows`, plan.text);
      expect(plan).toMatchObject({ scansMessages: false, indexes: ['messages_realm'] });
      expect(plan.sorted).toBeLessThan(MAX_SORTED);
      expect(plan.blocks).toBeLessThan(maxBlocks);
    }
  });
});

describe('the plan, for any values, of the bodies of a page', () => {
  it('reads them as neighbours in the index of their place: a block for each, and a few of the index', async () => {
    const { rows } = await messaging.sql.query(
      `SELECT m.id, m.recipient_id AS place FROM messages m JOIN streams s ON s.recipient_id = m.recipient_id
       WHERE s.id = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT $3`,
      [streamIds[1], MESSAGES / 2, PAGE],
    );
    const ids = rows.map(({ id }) => Number(id));
    const { sql, parameters } = bodiesStatement(ids, Number(rows[0].place), true);
    const plan = await explainedPrepared(messaging, sql, parameters);

    found.set('the bodies of a page of a stream', plan.text);
    expect(plan).toMatchObject({ scansMessages: false, indexes: ['messages_recipient'], rows: PAGE });
    expect(plan.blocks).toBeLessThan(PAGE + 15);
  });
});

describe('the statement of a page', () => {
  it('is planned once, not for each run', async () => {
    const narrow = await service()
      .get(ResolveNarrow, { strict: false })
      .resolve(ana, TEST_REALM, [['stream', 'stream 1']]);
    const client = await messaging.sql.connect();
    try {
      for (const [name, value] of Object.entries(sessionSettings)) await client.query(`SET ${name} = ${value}`);
      for (let run = 0; run < 12; run++) {
        const range = { below: MESSAGES - 1_000 * run, limit: PAGE, direction: 'descending' } as const;
        const { sql, parameters } = statesStatement({ narrow, viewer: ana, realmId: TEST_REALM }, range);
        await client.query({ name: 'page', text: sql, values: [...parameters] });
      }
      const { rows } = await client.query(`SELECT generic_plans FROM pg_prepared_statements WHERE name = 'page'`);

      expect(Number(rows[0].generic_plans)).toBeGreaterThanOrEqual(5);
    } finally {
      client.release(true);
    }
  });
});

describe('the plan of a page of', () => {
  it.each(PAGES)('%s reads an index, in order', async (name, narrow, indexes, maxBlocks) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const plan = await planOf(narrow, direction);

      found.set(name, plan.text);
      expect(plan).toMatchObject({ scansMessages: false, indexes: expect.arrayContaining([...indexes]) });
      expect(plan.sorted).toBeLessThan(MAX_SORTED);
      expect(plan.blocks).toBeLessThan(maxBlocks);
    }
  });
});

/** The statement that finds unread messages. */
async function unreadPlan(where: UnreadWhere) {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const query = async (sql: string, parameters: readonly unknown[] = []) => {
    asked.push({ sql, parameters });
    return [];
  };
  const recorder = { query, queryPrepared: query };
  await unreadMessages(recorder as unknown as Queryable, ana, where);
  const [{ sql, parameters }] = asked as [(typeof asked)[number]];
  return explained(service().get(Database), sql, parameters);
}

describe('the plan of unread messages, for a user without watermarks,', () => {
  const UNREAD: readonly (readonly [string, { topicKey?: string }, string, number])[] = [
    ['in a stream', {}, 'messages_recipient', 14_000],
    ['in a topic', { topicKey: 'topic 4' }, 'messages_topic', 2_500],
  ];

  it.each(UNREAD)('%s reads no other place', async (name, where, index, maxBlocks) => {
    const { rows } = await messaging.sql.query('SELECT recipient_id AS id FROM streams WHERE id = $1', [streamIds[4]]);
    const plan = await unreadPlan({ recipientId: Number(rows[0].id), ...where });

    found.set(`unread messages ${name}`, plan.text);
    expect(plan.rows).toBe(where.topicKey === undefined ? MESSAGES / STREAMS : MESSAGES / 400);
    expect(plan).toMatchObject({ scansMessages: false, indexes: expect.arrayContaining([index]) });
    expect(plan.blocks).toBeLessThan(maxBlocks);
  });
});

describe('the page of plans', () => {
  it('contains all plans', () => {
    if (process.env['WRITE_QUERY_PLANS'] === '1') writeFileSync(PLANS_PAGE, plansPage());
    const page = readFileSync(PLANS_PAGE, 'utf8');

    for (const [name, narrow, indexes] of PAGES) {
      expect(page).toContain(`## ${name}\n\n\`${JSON.stringify(narrow)}\``);
      for (const index of indexes) expect(sectionOf(page, name)).toContain(index);
    }
    for (const name of found.keys()) expect(page).toContain(`## ${name}\n`);
  });
});

const sectionOf = (page: string, name: string): string => page.split(`## ${name}\n`)[1]?.split('\n## ')[0] ?? '';

function plansPage(): string {
  const narrows = new Map(PAGES.map(([name, narrow]) => [name, `\`${JSON.stringify(narrow)}\`\n\n`]));
  const sections = [...found].map(
    ([name, text]) => `## ${name}\n\n${narrows.get(name) ?? ''}\`\`\`text\n${text}\n\`\`\`\n`,
  );
  return `# Query plans of history

How PostgreSQL reads the newest page of ${PAGE} messages, for each kind of narrow. The table has ${MESSAGES.toLocaleString('en')} messages in
${STREAMS} streams and ${DIRECT_MESSAGES.toLocaleString('en')} direct ones; the reader receives half of them.

\`query-plans.int.spec.ts\` writes this page with \`WRITE_QUERY_PLANS=1\`. Every run reads pages forward from the middle and backward from the
end. It asserts that these indexes are read, that no step scans or sorts the whole table, and how many blocks are touched.
[ADR 6](../../../../docs/adr/0006-read-state-and-pages.md) has the reasons.

PostgreSQL repeats the steps under *Nested Loop* that read \`messages\` once per stream or conversation; each repetition ends after a page.

${sections.join('\n')}`;
}

describe('the ends of a place', () => {
  it.each([
    ['first', firstMessageIdOf],
    ['last', lastMessageIdOf],
  ])('the %s message is one probe, also of a place without messages', async (_, idOf) => {
    const [{ app }] = messaging.replicas as [RunningService];
    const sql = `SELECT s.id, (${idOf('s.recipient_id')}) FROM streams s WHERE s.id = $1`;
    for (const streamId of [streamIds[0], await makeStream(messaging, { name: `silent ${_}`, subscribers: [] })]) {
      const plan = await explained(app.get(Database), sql, [streamId]);

      expect(plan.blocks).toBeLessThan(20);
    }
  });

  it.each([TEST_REALM, TEST_REALM + 1])(
    'the last message of realm %i is one probe, also by a plan for any realm',
    async (realmId) => {
      const plan = await explainedPrepared(messaging, lastMessageIdOfRealm('$1::bigint'), [realmId]);

      expect(plan).toMatchObject({ indexes: ['messages_realm'], scansMessages: false });
      expect(plan.blocks).toBeLessThan(20);
    },
  );
});

describe('unread messages', () => {
  /** Message by message, slowly. Ana has not read anything and wrote only in conversations, from an app. */
  const newestReceived = async (limit: number, among: readonly number[]): Promise<number[]> => {
    const { rows } = await messaging.sql.query(
      `SELECT m.id FROM messages m LEFT JOIN subscriptions u ON u.stream_id = m.stream_id AND u.user_id = $1
       WHERE m.sender_id <> $1 AND (m.stream_id IS NULL OR u.is_active) AND (m.stream_id = ANY ($3) OR m.stream_id IS NULL)
       ORDER BY m.id DESC LIMIT $2`,
      [ana.userId, limit, among],
    );
    return rows.map((row) => Number(row.id));
  };

  it('are the newest of all places in any distribution', async () => {
    const database = service().get(Database);
    const idsOf = async (where: UnreadWhere) => (await unreadMessages(database, ana, where)).map(({ id }) => id);
    for (const limit of [MAX_UNREAD_MESSAGES, 30_000, 7_000, 10]) {
      expect(await idsOf({ limit })).toEqual(await newestReceived(limit, streamIds));
    }
    // All of it in few places: more of them than their share.
    const left = streamIds.slice(0, 3);
    await messaging.sql.query(
      `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
       SELECT $1, recipient_id, true, '', $2 FROM streams WHERE NOT id = ANY ($3)`,
      [ana.userId, MESSAGES, left],
    );
    for (const limit of [MAX_UNREAD_MESSAGES, 20_000, 14_000]) {
      expect(await idsOf({ limit })).toEqual(await newestReceived(limit, left));
    }
    await messaging.sql.query('DELETE FROM read_watermarks');
  });

  it('cost in proportion to the messages above the watermarks', async () => {
    const all = await unreadPlan({});
    // Ten of twenty streams, and nothing read yet: as many as are ever counted.
    expect(all.rows).toBe(MAX_UNREAD_MESSAGES);

    await messaging.sql.query(
      `INSERT INTO read_watermarks (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
       SELECT $1, id, true, '', CASE kind WHEN 'stream' THEN $2::int ELSE $3::int END FROM recipients`,
      [ana.userId, MESSAGES - 200, MESSAGES + DIRECT_MESSAGES],
    );
    const few = await unreadPlan({});

    expect(few.rows).toBe(100);
    expect(few.blocks).toBeLessThan(1_000);
    // With old statistics that index would read all streams of the realm for each stream of the reader.
    expect(few.text).not.toContain('streams_realm');
  });
});
