import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { deleteMessages } from '../messages/delete-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamEntity } from '../stream-records/stream.entity.js';

/** Messages deleted in one transaction. Sending waits for it. */
const BATCH = 500;
/** Messages of one stream or conversation that one statement examines. */
const SLICE = 5_000;
/** Conversations read by one statement. */
const CONVERSATIONS = 1_000;

interface RetainedPlace {
  readonly recipientId: number;
  readonly days: number;
}

/**
 * Deletes messages that are older than the retention of their stream. Direct messages, and streams without a retention of their own,
 * follow the realm. The job searches without a lock, and deletes in small transactions behind the realm's lock, which check the age
 * again, so two replicas at once delete nothing twice.
 */
@Injectable()
export class RetentionJob {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
  ) {}

  /** The signal ends the run after the current batch. */
  async run(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    for (const realmId of await realmsWithStreams(this.database)) deleted += await this.runRealm(realmId, signal);
    return deleted;
  }

  private async runRealm(realmId: number, signal?: AbortSignal): Promise<number> {
    const { messageRetentionDays: realmDays } = await this.projections.realm(realmId);
    const streams = await this.database
      .getRepository(StreamEntity)
      .find({ where: { realmId, archivedAt: IsNull() }, order: { streamId: 'ASC' } });
    let deleted = 0;
    for (const { recipientId, messageRetentionDays: days } of streams) {
      deleted += await this.empty(realmId, { recipientId, days: days ?? realmDays }, signal);
    }
    if (realmDays <= 0) return deleted;
    for await (const recipientId of conversationsOfRealm(this.database, realmId)) {
      if (signal?.aborted) break;
      deleted += await this.empty(realmId, { recipientId, days: realmDays }, signal);
    }
    return deleted;
  }

  private async empty(realmId: number, place: RetainedPlace, signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    if (place.days <= 0 || signal?.aborted) return deleted;
    for await (const ids of oldMessages(this.database, place)) {
      for (let from = 0; from < ids.length; from += BATCH) {
        if (signal?.aborted) return deleted;
        const batch = ids.slice(from, from + BATCH);
        deleted += await this.database.transaction(async (tx) => {
          await lockRealm(tx, realmId);
          return (await deleteMessages(tx, realmId, await stillOld(tx, place, batch))).ids.length;
        });
      }
    }
    return deleted;
  }
}

/** Realms that have a stream, archived or not. */
export async function realmsWithStreams(database: Database): Promise<number[]> {
  const rows = await database.query<{ realmId: number }>(
    'SELECT DISTINCT realm_id AS "realmId" FROM streams ORDER BY realm_id',
  );
  return rows.map(({ realmId }) => realmId);
}

/** Recipients of all direct conversations of a realm, in pages that the index finds: raw SQL states its order. */
async function* conversationsOfRealm(database: Database, realmId: number): AsyncGenerator<number> {
  for (let after: Buffer | undefined = Buffer.alloc(0); after !== undefined; ) {
    const rows: { id: number; key: Buffer }[] = await database.query(
      `SELECT id, direct_key AS key FROM recipients WHERE realm_id = $1 AND direct_key > $2
       ORDER BY realm_id, direct_key LIMIT ${CONVERSATIONS}`,
      [realmId, after],
    );
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.key;
  }
}

const isTooOld = (days: string): string => `m.sent_at < now() - make_interval(days => ${days})`;

/**
 * Ids of messages that are too old, ascending, in slices. Examines all messages of the place, because an imported message may be older
 * than the messages before it.
 */
async function* oldMessages(database: Database, { recipientId, days }: RetainedPlace) {
  for (let after = 0, seen = SLICE; seen === SLICE; ) {
    const [slice] = await database.queryPrepared<{ seen: number; last: number | null; old: number[] | null }>(
      // Row comparison, as in message-order/message-ids.ts.
      `SELECT count(*)::integer AS seen, max(m.id) AS last,
         array_agg(m.id ORDER BY m.id) FILTER (WHERE ${isTooOld('$3::integer')}) AS old
       FROM (SELECT m.id, m.sent_at FROM messages m
         WHERE (m.recipient_id, m.id) > ($1::bigint, $2::bigint) AND (m.recipient_id, m.id) <= ($1::bigint, 9223372036854775807)
         ORDER BY m.recipient_id, m.id LIMIT ${SLICE}) AS m`,
      [recipientId, after, days],
    );
    if (slice?.old) yield slice.old;
    seen = slice?.seen ?? 0;
    after = slice?.last ?? after;
  }
}

/** The messages that are still in the place, behind the realm's lock. A moved message follows the retention of its new place. */
async function stillOld(tx: Transaction, { recipientId, days }: RetainedPlace, messageIds: readonly number[]) {
  const rows = await tx.query<{ id: number }>(
    `SELECT m.id FROM messages m WHERE m.id = ANY ($1) AND m.recipient_id = $2 AND ${isTooOld('$3::integer')}`,
    [messageIds, recipientId, days],
  );
  return rows.map(({ id }) => id);
}
