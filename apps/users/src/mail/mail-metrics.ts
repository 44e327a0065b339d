import type { Database } from '@chat/persistence';
import { Gauge } from 'prom-client';

const waiting = new Gauge({ name: 'chat_mails', help: 'Mails that wait to be sent.' });
const oldest = new Gauge({ name: 'chat_mail_oldest_seconds', help: 'Age of the oldest mail that waits to be sent.' });

/** Sets the gauges of outgoing mail. PostgreSQL counts, so that no mail leaves the database. */
export async function measureMail(database: Database): Promise<void> {
  const [row] = await database.query<{ mails: number; seconds: number }>(
    `SELECT count(*)::integer AS mails,
       greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0))::float8 AS seconds
     FROM outgoing_mail`,
  );
  waiting.set(row?.mails ?? 0);
  oldest.set(row?.seconds ?? 0);
}
