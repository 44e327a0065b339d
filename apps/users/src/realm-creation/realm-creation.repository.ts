import type { Queryable, Transaction } from '@chat/persistence';
import { Raw } from 'typeorm';
import { LINK_LIFETIME_HOURS } from '../mailed-links/mailed-links.js';
import { RealmCreationLinkEntity, RealmRequestEntity } from './realm-creation.entity.js';

const OPERATOR_LINK_DAYS = 7;
/** A link that has made its realm: until it has the owner, too, no other one can take the subdomain. */
const BEGUN_CREATION_DAYS = 30;

const isUnexpired = () => Raw((column) => `${column} > now()`);
const isExpired = () => Raw((column) => `${column} < now()`);

/** Deletes expired rows, too. */
export async function insertCreationLink(tx: Transaction, keyHash: Buffer): Promise<void> {
  const links = tx.getRepository(RealmCreationLinkEntity);
  await links.delete({ expiresAt: isExpired() });
  await links.insert({ keyHash, expiresAt: () => `now() + make_interval(days => ${OPERATOR_LINK_DAYS})` });
}

export const hasCreationLink = (reader: Queryable, keyHash: Buffer): Promise<boolean> =>
  reader.getRepository(RealmCreationLinkEntity).existsBy({ keyHash, expiresAt: isUnexpired() });

/** Whether the link was valid until now. Of simultaneous uses one succeeds. */
export async function useCreationLink(tx: Transaction, keyHash: Buffer): Promise<boolean> {
  const { affected } = await tx.getRepository(RealmCreationLinkEntity).delete({ keyHash, expiresAt: isUnexpired() });
  return affected === 1;
}

/** Deletes expired rows, too. */
export async function insertRealmRequest(
  tx: Transaction,
  request: Omit<RealmRequestEntity, 'expiresAt'>,
): Promise<void> {
  const requests = tx.getRepository(RealmRequestEntity);
  await requests.delete({ expiresAt: isExpired() });
  await requests.insert({ ...request, expiresAt: () => `now() + make_interval(hours => ${LINK_LIFETIME_HOURS})` });
}

export const findRealmRequest = (
  reader: Queryable,
  realmId: number,
  keyHash: Buffer,
): Promise<RealmRequestEntity | null> =>
  reader.getRepository(RealmRequestEntity).findOneBy({ realmId, keyHash, expiresAt: isUnexpired() });

/** Lets the link of a creation that begins work for longer. */
export async function keepRealmRequest(tx: Transaction, keyHash: Buffer): Promise<void> {
  const expiresAt = () => `now() + make_interval(days => ${BEGUN_CREATION_DAYS})`;
  await tx.getRepository(RealmRequestEntity).update({ keyHash }, { expiresAt });
}

/** Whether the key was valid until now. Of simultaneous uses one succeeds. */
export async function useRealmRequest(tx: Transaction, keyHash: Buffer): Promise<boolean> {
  const { affected } = await tx.getRepository(RealmRequestEntity).delete({ keyHash, expiresAt: isUnexpired() });
  return affected === 1;
}
