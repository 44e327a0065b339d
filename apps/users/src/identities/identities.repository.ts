import type { EndSessionsOfIdentity } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { IdentityEntity } from './identities.entity.js';

/** Names a person in a realm. */
export interface PersonAtProvider {
  readonly realmId: number;
  readonly provider: string;
  readonly subject: string;
}

/* Raw SQL: every sign-in by a provider runs both statements. */
const FIND_OWNER = 'SELECT user_id AS "userId" FROM identities WHERE realm_id = $1 AND provider = $2 AND subject = $3';
const FIND_SUBJECT = 'SELECT subject FROM identities WHERE realm_id = $1 AND user_id = $2 AND provider = $3';

/** The owner of the identity; undefined if no account has it. */
export async function findOwnerOf(reader: Queryable, person: PersonAtProvider): Promise<number | undefined> {
  const { realmId, provider, subject } = person;
  const [row] = await reader.queryPrepared<{ userId: number }>(FIND_OWNER, [realmId, provider, subject]);
  return row?.userId;
}

/** The accounts that the logout of a provider concerns, ascending. */
export async function findOwnersFor(
  reader: Queryable,
  { realmId, provider, subject, providerSessionId }: EndSessionsOfIdentity,
): Promise<number[]> {
  const rows = await reader.query<{ userId: number }>(
    `SELECT user_id AS "userId" FROM identities WHERE realm_id = $1 AND provider = $2 AND subject = $3
     UNION
     SELECT user_id FROM sessions WHERE realm_id = $1 AND auth_method = $2 AND provider_session_id = $4
     UNION
     SELECT user_id FROM pending_sign_ins WHERE realm_id = $1 AND auth_method = $2 AND provider_session_id = $4
     ORDER BY 1`,
    [realmId, provider, subject ?? null, providerSessionId ?? null],
  );
  return rows.map(({ userId }) => userId);
}

export const findIdentities = (reader: Queryable, realmId: number, userId: number): Promise<IdentityEntity[]> =>
  reader.getRepository(IdentityEntity).find({ where: { realmId, userId }, order: { provider: 'ASC' } });

/** The identity of the account at the provider; undefined if it has none. */
export async function findSubject(reader: Queryable, realmId: number, userId: number, provider: string) {
  const [row] = await reader.queryPrepared<{ subject: string }>(FIND_SUBJECT, [realmId, userId, provider]);
  return row?.subject;
}

/** Violates a unique constraint if an account has the identity, or the account has another one of the provider. */
export async function insertIdentity(tx: Transaction, person: PersonAtProvider, userId: number): Promise<void> {
  const { realmId, provider, subject } = person;
  await tx.getRepository(IdentityEntity).insert({ realmId, provider, subject, userId });
}

/** Returns whether the account had an identity of the provider. */
export async function removeIdentity(tx: Transaction, userId: number, provider: string): Promise<boolean> {
  return (await tx.getRepository(IdentityEntity).delete({ userId, provider })).affected === 1;
}
