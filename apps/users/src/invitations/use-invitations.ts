import { InvitationsChanged } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { nameKey } from '../accounts/names.js';
import { InvitationEntity, InvitationLinkEntity } from './invitations.entity.js';
import { type Admission, unexpired } from './invitations.repository.js';

/** Whether the address has an invitation. */
export const isInvited = (reader: Queryable, realmId: number, email: string): Promise<boolean> =>
  reader.getRepository(InvitationEntity).exists({ where: unexpired({ realmId, emailKey: nameKey(email) }) });

/** The id of the valid link with this key; undefined if there is none. */
export async function findLinkId(reader: Queryable, realmId: number, keyHash: Buffer): Promise<number | undefined> {
  const links = reader.getRepository(InvitationLinkEntity);
  return (await links.findOne({ where: unexpired({ realmId, keyHash, isRevoked: false }) }))?.id;
}

/**
 * Uses the invitation with the key, or without a key the newest of the address; undefined if there is none. All invitations of the
 * address end with it. Of simultaneous uses one succeeds, because each deletes the rows.
 */
export async function useInvitation(
  tx: Transaction,
  realmId: number,
  by: { readonly keyHash: Buffer } | { readonly email: string },
): Promise<(Admission & { readonly email: string }) | undefined> {
  const [column, value] = 'keyHash' in by ? ['key_hash', by.keyHash] : ['email_key', nameKey(by.email)];
  const used = await tx.query<Admission & { email: string; emailKey: string; invitedAt: Date }>(
    `DELETE FROM invitations WHERE realm_id = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())
     RETURNING inviter_id AS "inviterId", role, stream_ids AS "streamIds", email, email_key AS "emailKey", invited_at AS "invitedAt"`,
    [realmId, value],
  );
  const [newest] = used.toSorted((one, other) => other.invitedAt.getTime() - one.invitedAt.getTime());
  if (newest === undefined) return undefined;
  const { inviterId, role, streamIds, email, emailKey } = newest;
  await tx.getRepository(InvitationEntity).delete({ realmId, emailKey });
  tx.record(realmId, InvitationsChanged.of({}));
  return { inviterId, role, streamIds, email };
}

/** Uses a link for a sign-up that began while it was valid; undefined if it is revoked since. It cannot be revoked before the commit. */
export async function useLink(tx: Transaction, realmId: number, id: number): Promise<Admission | undefined> {
  const links = tx.getRepository(InvitationLinkEntity);
  const where = { id, realmId, isRevoked: false };
  const link = await links.findOne({ where, lock: { mode: 'pessimistic_read' } });
  if (link === null) return undefined;
  tx.record(realmId, InvitationsChanged.of({}));
  return link;
}
