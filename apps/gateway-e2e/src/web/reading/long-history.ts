import pg from 'pg';

interface LongHistory {
  readonly databaseUrl: string;
  readonly realmId: number;
  readonly streamId: number;
  readonly senderId: number;
  readonly topic: string;
  readonly count: number;
  /** The HTML of a message by its number. */
  readonly html: (index: number) => string;
}

/** Inserts messages that end now, one a second; as many requests would take minutes. Resolves with the first id. */
export async function insertLongHistory(history: LongHistory): Promise<number> {
  const client = new pg.Client({ connectionString: history.databaseUrl });
  await client.connect();
  try {
    await client.query('SET search_path = messaging');
    const { rows } = await client.query("SELECT nextval('message_ids')::integer AS first");
    const first = (rows as [{ first: number }])[0].first;
    await client.query("SELECT setval('message_ids', $1)", [first + history.count]);
    const contents = Array.from({ length: history.count }, (_, index) => history.html(index));
    const { realmId, streamId, senderId, topic, count } = history;
    await client.query(INSERT, [first, realmId, streamId, senderId, topic, contents, count]);
    return first;
  } finally {
    await client.end();
  }
}

const INSERT = `
  INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
    render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
    is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
  SELECT $1::bigint + n - 1, $2::bigint, s.recipient_id, s.id, $4::bigint, $5, $5, 'source', html, 1, 'website',
    now() - make_interval(secs => $7::integer - n), false, false, false, false, true, false, '{}', '{}'
  FROM unnest($6::text[]) WITH ORDINALITY AS t (html, n)
  JOIN streams s ON s.id = $3::bigint
  ORDER BY n`;
