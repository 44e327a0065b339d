import { randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '@chat/persistence';
import { Raw } from 'typeorm';
import { hashOf } from '../mailed-links/link-key.js';
import { PendingSignInEntity } from './pending-sign-ins.entity.js';

const LIFETIME_MINUTES = 10;
const young = Raw((column) => `${column} > now() - interval '${LIFETIME_MINUTES} minutes'`);
const old = Raw((column) => `${column} < now() - interval '${LIFETIME_MINUTES} minutes'`);

type NewPendingSignIn = Pick<PendingSignInEntity, 'realmId' | 'userId' | 'authMethod' | 'providerSessionId' | 'endsAt'>;

/** Stores a sign-in and returns the token of the browser. Deletes the expired ones of all people. */
export async function insertPendingSignIn(tx: Transaction, signIn: NewPendingSignIn): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const rows = tx.getRepository(PendingSignInEntity);
  await rows.delete({ createdAt: old });
  await rows.insert({ ...signIn, tokenHash: hashOf(token) });
  return token;
}

export const findPendingSignIn = (
  reader: Queryable,
  realmId: number,
  token: string,
): Promise<PendingSignInEntity | null> =>
  reader.getRepository(PendingSignInEntity).findOneBy({ realmId, tokenHash: hashOf(token), createdAt: young });

export async function markProved(tx: Transaction, { tokenHash }: PendingSignInEntity): Promise<void> {
  await tx.getRepository(PendingSignInEntity).update({ tokenHash }, { isProved: true });
}

/** Uses a sign-in up. Returns whether it was still there: it works once. */
export async function takePendingSignIn(tx: Transaction, { tokenHash }: PendingSignInEntity): Promise<boolean> {
  const { affected } = await tx.getRepository(PendingSignInEntity).delete({ tokenHash, createdAt: young });
  return affected === 1;
}

/** Ends the sign-ins of a person that are under way. */
export async function endPendingSignIns(tx: Transaction, userId: number): Promise<void> {
  await tx.getRepository(PendingSignInEntity).delete({ userId });
}
