import { type Queryable, type Transaction } from '@chat/persistence';
import { IsNull, Not, Raw } from 'typeorm';
import { RecoveryCodeEntity, SecondFactorEntity } from './second-factors.entity.js';

const SET_UP_MINUTES = 10;
const recent = Raw((column) => `${column} > now() - interval '${SET_UP_MINUTES} minutes'`);

/* Writers hold the lock of the account. */

/** The confirmed second factor. */
export const findSecondFactor = (reader: Queryable, userId: number): Promise<SecondFactorEntity | null> =>
  reader.getRepository(SecondFactorEntity).findOneBy({ userId, confirmedAt: Not(IsNull()) });

/** Whether there is a confirmed second factor. Raw SQL: every sign-in runs it. */
export async function hasSecondFactor(reader: Queryable, userId: number): Promise<boolean> {
  const rows = await reader.queryPrepared(
    'SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  );
  return rows.length > 0;
}

/** A set-up that began a short time ago and is not complete. */
export const findSetUp = (reader: Queryable, userId: number): Promise<SecondFactorEntity | null> =>
  reader.getRepository(SecondFactorEntity).findOneBy({ userId, confirmedAt: IsNull(), begunAt: recent });

/** Replaces a set-up that is not complete. */
export async function storeSetUp(tx: Transaction, userId: number, secret: Buffer, begunBy: string): Promise<void> {
  const row = { userId, secret, begunBy, begunAt: () => 'now()' };
  await tx.getRepository(SecondFactorEntity).upsert(row, ['userId']);
}

export async function storeConfirmation(tx: Transaction, userId: number, lastStep: number): Promise<void> {
  await tx.getRepository(SecondFactorEntity).update({ userId }, { confirmedAt: () => 'now()', lastStep });
}

export async function storeLastStep(tx: Transaction, userId: number, lastStep: number): Promise<void> {
  await tx.getRepository(SecondFactorEntity).update({ userId }, { lastStep });
}

/** Deletes a complete or incomplete second factor with its recovery codes. Returns whether there was one. */
export async function deleteSecondFactor(tx: Transaction, userId: number): Promise<boolean> {
  const { affected } = await tx.getRepository(SecondFactorEntity).delete({ userId });
  return affected === 1;
}

export const countRecoveryCodes = (reader: Queryable, userId: number): Promise<number> =>
  reader.getRepository(RecoveryCodeEntity).countBy({ userId });

export async function storeRecoveryCodes(tx: Transaction, userId: number, hashes: readonly Buffer[]): Promise<void> {
  const codes = tx.getRepository(RecoveryCodeEntity);
  await codes.delete({ userId });
  await codes.insert(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code up. Returns whether there was one. */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: Buffer): Promise<boolean> {
  const { affected } = await tx.getRepository(RecoveryCodeEntity).delete({ userId, codeHash });
  return affected === 1;
}

/** The clock that all replicas share. */
export async function nowMs(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
  return (row as { ms: number }).ms;
}
