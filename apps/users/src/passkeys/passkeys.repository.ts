import type { Queryable, Transaction } from '@chat/persistence';
import type { QueryDeepPartialEntity } from 'typeorm';
import { PasskeyEntity } from './passkeys.entity.js';

export const listPasskeysOf = (reader: Queryable, realmId: number, userId: number): Promise<PasskeyEntity[]> =>
  reader.getRepository(PasskeyEntity).find({ where: { realmId, userId }, order: { passkeyId: 'ASC' } });

export const findByCredential = (
  reader: Queryable,
  realmId: number,
  credentialId: Buffer,
): Promise<PasskeyEntity | null> => reader.getRepository(PasskeyEntity).findOneBy({ realmId, credentialId });

/** Undefined if the realm has the credential already. */
export async function insertPasskey(
  tx: Transaction,
  passkey: QueryDeepPartialEntity<PasskeyEntity>,
): Promise<number | undefined> {
  const insert = tx.getRepository(PasskeyEntity).createQueryBuilder().insert().values(passkey);
  const { raw } = await insert.orIgnore().returning('passkey_id').execute();
  return raw[0]?.passkey_id;
}

/**
 * Records a sign-in. False if the passkey was deleted meanwhile, or if a simultaneous sign-in counted as far: then one of the two devices is a
 * copy.
 */
export async function recordUse(tx: Transaction, passkeyId: number, signatureCount: number): Promise<boolean> {
  const used = await tx.query(
    `UPDATE passkeys SET signature_count = $2, last_used_at = now()
     WHERE passkey_id = $1 AND (signature_count < $2 OR (signature_count = 0 AND $2 = 0)) RETURNING passkey_id`,
    [passkeyId, signatureCount],
  );
  return used.length > 0;
}

export async function deletePasskeyOf(tx: Transaction, userId: number, passkeyId: number): Promise<boolean> {
  const { affected } = await tx.getRepository(PasskeyEntity).delete({ userId, passkeyId });
  return affected === 1;
}
