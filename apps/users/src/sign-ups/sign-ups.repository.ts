import type { Queryable, Transaction } from '@chat/persistence';
import { IsNull, Not, type QueryDeepPartialEntity, Raw } from 'typeorm';
import { nameKey } from '../accounts/names.js';
import { LINK_LIFETIME_HOURS } from '../mailed-links/mailed-links.js';
import { type ProvidedPerson, SignUpEntity } from './sign-ups.entity.js';

type NewSignUp = Pick<SignUpEntity, 'keyHash' | 'realmId' | 'email' | 'invitationLinkId' | 'provided'>;

/** Deletes expired rows, too. An address has one sign-up by an identity provider, which needs no mail. */
export async function insertSignUp(tx: Transaction, { email, ...fields }: NewSignUp): Promise<void> {
  const signUps = tx.getRepository(SignUpEntity);
  await signUps.delete({ expiresAt: Raw((column) => `${column} < now()`) });
  const emailKey = nameKey(email);
  if (fields.provided !== null) await signUps.delete({ realmId: fields.realmId, emailKey, provided: Not(IsNull()) });
  const expiresAt = () => `now() + make_interval(hours => ${LINK_LIFETIME_HOURS})`;
  await signUps.insert({ ...fields, email, emailKey, expiresAt } as QueryDeepPartialEntity<SignUpEntity>);
}

/** The proof that a key is. */
export interface FoundLink {
  readonly email: string;
  readonly provided: ProvidedPerson | null;
}

/**
 * Finds the key of a sign-up or an invitation; undefined if it is not valid. Changes nothing. One statement for both, so that the time does
 * not reveal the kind of a link.
 */
export async function findMailedKey(reader: Queryable, realmId: number, keyHash: Buffer) {
  const [row] = await reader.query<FoundLink>(
    `SELECT s.email, s.provided FROM sign_ups s LEFT JOIN invitation_links l ON l.id = s.invitation_link_id
     WHERE s.key_hash = $1 AND s.realm_id = $2 AND s.expires_at > now() AND l.is_revoked IS NOT TRUE
     UNION ALL
     SELECT email, NULL FROM invitations
     WHERE key_hash = $1 AND realm_id = $2 AND (expires_at IS NULL OR expires_at > now())`,
    [keyHash, realmId],
  );
  return row;
}

/** Deletes the sign-up and returns its contents; undefined if the key is not valid. Of simultaneous uses one succeeds. */
export async function takeSignUp(tx: Transaction, realmId: number, keyHash: Buffer) {
  const [row] = await tx.query<Pick<SignUpEntity, 'email' | 'invitationLinkId'>>(
    `DELETE FROM sign_ups WHERE key_hash = $1 AND realm_id = $2 AND expires_at > now()
     RETURNING email, invitation_link_id AS "invitationLinkId"`,
    [keyHash, realmId],
  );
  return row;
}

/** Ends every further sign-up of the address. */
export async function endSignUpsOf(tx: Transaction, realmId: number, email: string): Promise<void> {
  await tx.getRepository(SignUpEntity).delete({ realmId, emailKey: nameKey(email) });
}
