import type { Queryable, Transaction } from '@chat/persistence';
import { Raw } from 'typeorm';
import { nameKey } from '../accounts/names.js';
import { LINK_LIFETIME_HOURS } from '../mailed-links/mailed-links.js';
import { SignUpEntity } from './sign-ups.entity.js';

/** Deletes expired rows, too. */
export async function insertSignUp(
  tx: Transaction,
  { email, ...fields }: Pick<SignUpEntity, 'keyHash' | 'realmId' | 'email' | 'invitationLinkId'>,
): Promise<void> {
  const signUps = tx.getRepository(SignUpEntity);
  await signUps.delete({ expiresAt: Raw((column) => `${column} < now()`) });
  const expiresAt = () => `now() + make_interval(hours => ${LINK_LIFETIME_HOURS})`;
  await signUps.insert({ ...fields, email, emailKey: nameKey(email), expiresAt });
}

/**
 * The address of a mailed key, of a sign-up or an invitation; undefined if the key is not valid. Changes nothing. One statement for
 * both, so that the time does not reveal the kind of a link.
 */
export async function findAddressOf(reader: Queryable, realmId: number, keyHash: Buffer): Promise<string | undefined> {
  const [row] = await reader.query<{ email: string }>(
    `SELECT s.email FROM sign_ups s LEFT JOIN invitation_links l ON l.id = s.invitation_link_id
     WHERE s.key_hash = $1 AND s.realm_id = $2 AND s.expires_at > now() AND l.is_revoked IS NOT TRUE
     UNION ALL
     SELECT email FROM invitations
     WHERE key_hash = $1 AND realm_id = $2 AND (expires_at IS NULL OR expires_at > now())`,
    [keyHash, realmId],
  );
  return row?.email;
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
