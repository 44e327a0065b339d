import { type RealmRecord, RealmUpdated } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Installation } from '../installation/installation.js';
import { lockRealm, RealmRepository, type RealmRow } from './realm.repository.js';
import { composeRealmRecord } from './realm-record.js';

interface RealmChange {
  readonly realm: RealmRecord;
  readonly previous: Partial<RealmRecord>;
}

/** Changes a realm's row and records the event: for every feature that stores something in the realm's record. */
@Injectable()
export class RealmUpdater {
  constructor(
    private readonly realms: RealmRepository,
    private readonly installation: Installation,
  ) {}

  /**
   * Applies `change` to the locked row. Returns undefined, and records no event, if the record stays the same. Domains are rows of
   * another table: `change` writes them itself and returns the row with them.
   */
  async update(
    tx: Transaction,
    realmId: number,
    actorId: number | null,
    change: (row: RealmRow) => RealmRow | Promise<RealmRow>,
  ): Promise<RealmChange | undefined> {
    const before = await lockRealm(tx, realmId);
    const after = await change(before);
    const realm = composeRealmRecord(after, this.installation);
    const previous = previousValues(composeRealmRecord(before, this.installation), realm);
    if (!previous) return undefined;
    await this.realms.update(tx, after);
    tx.record(realmId, RealmUpdated.of({ realm, previous, actorId }));
    return { realm, previous };
  }
}

/** Returns the former values of the fields that differ, or undefined if none does. */
function previousValues(before: RealmRecord, after: RealmRecord): Partial<RealmRecord> | undefined {
  const names = (Object.keys(after) as (keyof RealmRecord)[]).filter(
    // Plain data, composed by the same code in the same order.
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<RealmRecord>;
}
