import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Directories } from '../directory/directories.js';
import { deleteMessages } from '../messages/delete/delete-messages.js';
import { lockRealm } from '../realm-lock.js';

/** Messages deleted in one transaction: sending waits for it. */
const BATCH = 500;

interface Place {
  readonly realmId: number;
  readonly recipientId: number | null;
  /** Null inherits the realm's. */
  readonly days: number | null;
}

/**
 * Deletes messages that are older than their stream keeps them, or, without a rule of the stream and for direct messages, the
 * realm. In small transactions behind the realm's lock, so that two replicas at once do nothing twice.
 */
@Injectable()
export class RetentionJob {
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly directories: Directories,
  ) {}

  stop(): void {
    this.isStopping = true;
  }

  /** Answers how many messages were deleted. */
  async run(): Promise<number> {
    const realms = await this.database.query<{ realmId: number }>(
      'SELECT DISTINCT realm_id AS "realmId" FROM streams ORDER BY 1',
    );
    let deleted = 0;
    for (const { realmId } of realms) deleted += await this.runRealm(realmId);
    return deleted;
  }

  private async runRealm(realmId: number): Promise<number> {
    const { messageRetentionDays: realmDays } = await this.directories.realm(realmId);
    const streams = await this.database.query<Place>(
      `SELECT realm_id AS "realmId", recipient_id AS "recipientId", message_retention_days AS days
       FROM streams WHERE realm_id = $1 AND archived_at IS NULL ORDER BY id`,
      [realmId],
    );
    let deleted = 0;
    for (const place of [...streams, { realmId, recipientId: null, days: null }]) {
      const days = place.days ?? realmDays;
      if (days > 0) deleted += await this.empty(place, days);
    }
    return deleted;
  }

  private async empty({ realmId, recipientId }: Place, days: number): Promise<number> {
    for (let deleted = 0; ; ) {
      const batch = this.isStopping
        ? 0
        : await this.database.transaction(async (tx) => {
            await lockRealm(tx, realmId);
            const ids = await oldest(tx, realmId, recipientId, days);
            return (await deleteMessages(tx, realmId, ids)).length;
          });
      deleted += batch;
      if (batch < BATCH) return deleted;
    }
  }
}

/** The oldest messages of a stream, or of all direct conversations, that are too old. */
async function oldest(tx: Transaction, realmId: number, recipientId: number | null, days: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    recipientId === null
      ? `SELECT m.id FROM messages m
         WHERE (m.realm_id, m.id) > ($1, 0) AND (m.realm_id, m.id) <= ($1, 9223372036854775807)
           AND m.stream_id IS NULL AND m.sent_at < now() - make_interval(days => $2)
         ORDER BY m.realm_id, m.id LIMIT $3`
      : `SELECT m.id FROM messages m
         WHERE (m.recipient_id, m.id) > ($1, 0) AND (m.recipient_id, m.id) <= ($1, 9223372036854775807)
           AND m.sent_at < now() - make_interval(days => $2)
         ORDER BY m.recipient_id, m.id LIMIT $3`,
    [recipientId ?? realmId, days, BATCH],
  );
  return rows.map((row) => row.id);
}
