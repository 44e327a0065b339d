import { uploadQuotaExceeded } from '@chat/contracts';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

const BYTES_PER_MIB = 1024 * 1024;

/** Reserves $2 bytes in the realm $1 with the quota of $3 bytes, or none. Returns no row if the quota does not leave them. */
export const RESERVE = `
  INSERT INTO realm_usage AS u (realm_id, bytes_reserved)
  SELECT $1::bigint, $2::bigint WHERE $3::bigint IS NULL OR $2 <= $3
  ON CONFLICT (realm_id) DO UPDATE SET bytes_reserved = u.bytes_reserved + $2
  WHERE $3 IS NULL OR u.bytes_used + u.bytes_reserved + $2 <= $3
  RETURNING realm_id`;

export const quotaBytes = (quotaMib: number | null): number | null =>
  quotaMib === null ? null : quotaMib * BYTES_PER_MIB;

/**
 * The space of each realm, as counters. A transaction changes them after its rows of `files`, so that the realm is locked briefly and
 * always in the same order.
 */
@Injectable()
export class RealmUsageRepository {
  constructor(private readonly database: Database) {}

  async bytesUsed(realmId: number, queryable: Queryable = this.database): Promise<number> {
    const [row] = await queryable.query<{ bytes_used: number }>(
      'SELECT bytes_used FROM realm_usage WHERE realm_id = $1',
      [realmId],
    );
    return row?.bytes_used ?? 0;
  }

  /** For operators: counts the rows. */
  async summary(realmId: number): Promise<{ files: number; bytesUsed: number; bytesReserved: number }> {
    const [row] = await this.database.query<{ files: number; bytesUsed: number; bytesReserved: number }>(
      `SELECT (SELECT count(*) FROM files WHERE realm_id = $1 AND state = 'ready') AS files,
         coalesce(sum(bytes_used), 0)::bigint AS "bytesUsed", coalesce(sum(bytes_reserved), 0)::bigint AS "bytesReserved"
       FROM realm_usage WHERE realm_id = $1`,
      [realmId],
    );
    return row ?? { files: 0, bytesUsed: 0, bytesReserved: 0 };
  }

  /** The same, and other transactions publish their figure after this one. */
  async lockBytesUsed(tx: Transaction, realmId: number): Promise<number> {
    const [row] = await tx.queryPrepared<{ bytes_used: number }>(
      'SELECT bytes_used FROM realm_usage WHERE realm_id = $1 FOR UPDATE',
      [realmId],
    );
    return row?.bytes_used ?? 0;
  }

  /** Bytes that the quota leaves to further uploads; Infinity without quota. */
  async bytesLeft(realmId: number, quotaMib: number | null): Promise<number> {
    if (quotaMib === null) return Infinity;
    const [row] = await this.database.query<{ taken: number }>(
      'SELECT bytes_used + bytes_reserved AS taken FROM realm_usage WHERE realm_id = $1',
      [realmId],
    );
    return quotaMib * BYTES_PER_MIB - (row?.taken ?? 0);
  }

  /** Reserves space for an upload. Throws REALM_UPLOAD_QUOTA if the quota does not leave it. */
  async reserve(tx: Transaction, realmId: number, bytes: number, quotaMib: number | null): Promise<void> {
    const reserved = await tx.queryPrepared(RESERVE, [realmId, bytes, quotaBytes(quotaMib)]);
    if (reserved.length === 0) throw uploadQuotaExceeded();
  }

  async endReservation(tx: Transaction, realmId: number, reserved: number): Promise<void> {
    await this.change(tx, realmId, 'bytes_reserved = bytes_reserved - $2', reserved);
  }

  /** Returns the bytes of all files that remain. */
  async free(tx: Transaction, realmId: number, bytes: number): Promise<number> {
    return this.change(tx, realmId, 'bytes_used = bytes_used - $2', bytes);
  }

  private async change(tx: Transaction, realmId: number, changes: string, bytes: number): Promise<number> {
    const [row] = await tx.query<{ bytes_used: number }>(
      `UPDATE realm_usage SET ${changes} WHERE realm_id = $1 RETURNING bytes_used`,
      [realmId, bytes],
    );
    return row?.bytes_used ?? 0;
  }
}
