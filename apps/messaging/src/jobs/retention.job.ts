import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { lockRealm } from '../message-order/realm-lock.js';
import { deleteMessages } from '../messages/delete-messages.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamEntity } from '../stream-records/stream.entity.js';
import { conversationsOfRealm } from './conversations-of-realm.js';
import { oldMessages, type RetainedPlace, stillOld } from './old-messages.js';

/** Messages deleted in one transaction: sending waits for it. */
const BATCH = 500;

/**
 * Deletes messages that are older than their stream keeps them, or, without a rule of the stream and for direct messages, the
 * realm. They are looked for behind no lock, and deleted in small transactions behind the realm's, which look at them again: two
 * replicas at once do nothing twice.
 */
@Injectable()
export class RetentionJob {
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
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
    const { messageRetentionDays: realmDays } = await this.projections.realm(realmId);
    const streams = await this.database
      .getRepository(StreamEntity)
      .find({ where: { realmId, archivedAt: IsNull() }, order: { streamId: 'ASC' } });
    let deleted = 0;
    for (const { recipientId, messageRetentionDays: days } of streams) {
      deleted += await this.empty(realmId, { recipientId, days: days ?? realmDays });
    }
    if (realmDays <= 0) return deleted;
    for await (const recipientId of conversationsOfRealm(this.database, realmId)) {
      if (this.isStopping) break;
      deleted += await this.empty(realmId, { recipientId, days: realmDays });
    }
    return deleted;
  }

  private async empty(realmId: number, place: RetainedPlace): Promise<number> {
    let deleted = 0;
    if (place.days <= 0 || this.isStopping) return deleted;
    for await (const ids of oldMessages(this.database, place)) {
      for (let from = 0; from < ids.length; from += BATCH) {
        if (this.isStopping) return deleted;
        const batch = ids.slice(from, from + BATCH);
        deleted += await this.database.transaction(async (tx) => {
          await lockRealm(tx, realmId);
          return (await deleteMessages(tx, realmId, await stillOld(tx, place, batch))).length;
        });
      }
    }
    return deleted;
  }
}
