import pg from 'pg';
import type { Organization } from './organization.js';

const WORKERS = 2;
const ROWS_PER_STATEMENT = 100_000;
/** No figure searches, and building this index takes longer than all others together. */
const LEFT_OUT = 'messages_search';
/** A slow disk gets a shorter history; the figure names its length. */
const MAX_INSERTING_MS = 90_000;

/**
 * Inserts messages into the table, by stream in turn; requests would take hours. Drops the indexes before and creates them after, as for
 * any bulk load. Resolves with the id of the first message and their number.
 */
export async function insertHistory(
  databaseUrl: string,
  { realmId, users }: Organization,
  streamIds: readonly number[],
  count: number,
): Promise<{ first: number; inserted: number }> {
  const clients = Array.from({ length: WORKERS }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    const [client] = clients as [pg.Client];
    for (const worker of clients) await worker.query("SET search_path = messaging; SET maintenance_work_mem = '512MB'");
    const indexes = await indexesOf(client);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    const [{ first }] = (await client.query(`SELECT nextval('message_ids')::integer AS first`)).rows as [
      { first: number },
    ];
    await client.query(`SELECT setval('message_ids', $1)`, [first + count]);
    const senders = users.map(({ userId }) => userId);
    const statements = Array.from({ length: Math.ceil(count / ROWS_PER_STATEMENT) }, (_, index) => {
      const from = index * ROWS_PER_STATEMENT;
      const to = Math.min(from + ROWS_PER_STATEMENT, count) - 1;
      return { text: INSERT, values: [first, from, to, realmId, streamIds, senders] };
    });
    const giveUpAt = performance.now() + MAX_INSERTING_MS;
    const done = await shared(clients, statements, giveUpAt);
    const definitions = indexes.filter(({ name }) => name !== LEFT_OUT).map(({ definition: text }) => ({ text }));
    await shared(clients, definitions);
    await client.query('VACUUM ANALYZE messages');
    return { first, inserted: Math.min(done * ROWS_PER_STATEMENT, count) };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const INSERT = `
  INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
    render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
    is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
  SELECT $1::bigint + n, $4::bigint, s.recipient_id, s.id, ($6::bigint[])[1 + n % cardinality($6::bigint[])],
    topic, topic, 'The draft is ready for review.', '<p>The draft is ready for review.</p>',
    1, 'bench', now() - make_interval(secs => 10000000 - n), false, false, false, false, true, false, '{}', '{}'
  FROM generate_series($2::integer, $3::integer) AS n
  JOIN streams s ON s.id = ($5::bigint[])[1 + n % cardinality($5::bigint[])]
  CROSS JOIN LATERAL (SELECT 'topic ' || (n / 1000) % 50 AS topic) AS named
  ORDER BY n`;

async function indexesOf(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'messaging' AND tablename = 'messages' AND indexname <> 'messages_pkey'`,
  );
  return rows;
}

/** Each client takes the next statement after the last one. Resolves with the number that ran until the time was over. */
async function shared(
  clients: readonly pg.Client[],
  statements: readonly pg.QueryConfig[],
  giveUpAt = Number.POSITIVE_INFINITY,
): Promise<number> {
  let begun = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (begun < statements.length && performance.now() < giveUpAt) {
        await client.query(statements[begun++] as pg.QueryConfig);
      }
    }),
  );
  return begun;
}
