import { badRequest, InvitationsChanged, MAX_INVITATIONS, type RefusedInvitee, type Role } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { type FindOptionsWhere, IsNull, Raw } from 'typeorm';
import { InvitationEntity, InvitationLinkEntity, InvitationMailsEntity } from './invitations.entity.js';
import type { Invitee } from './invitees.js';

/** The part of an invitation that a future account gets. */
export interface Admission {
  readonly inviterId: number;
  readonly role: Role;
  readonly streamIds: number[];
}

type Fields = FindOptionsWhere<InvitationEntity> & FindOptionsWhere<InvitationLinkEntity>;

/** Selects rows that have not expired. */
export const unexpired = <Where extends Fields>(where: Where) => [
  { ...where, expiresAt: IsNull() },
  { ...where, expiresAt: Raw((column) => `${column} > now()`) },
];

/** Pending invitations, ascending by id: of one user, or of the realm. */
export const findInvitations = (reader: Queryable, realmId: number, inviterId?: number): Promise<InvitationEntity[]> =>
  reader.getRepository(InvitationEntity).find({
    where: unexpired({ realmId, ...(inviterId !== undefined && { inviterId }) }),
    order: { id: 'ASC' },
  });

export const findLinks = (reader: Queryable, realmId: number): Promise<InvitationLinkEntity[]> =>
  reader
    .getRepository(InvitationLinkEntity)
    .find({ where: unexpired({ realmId, isRevoked: false }), order: { id: 'ASC' } });

/** An invitation or a link, locked, also if the link is revoked. Throws if it does not exist or has expired. */
export async function lockUnexpired<Row extends InvitationEntity | InvitationLinkEntity>(
  tx: Transaction,
  entity: new () => Row,
  realmId: number,
  id: number,
): Promise<Row> {
  const where = unexpired({ realmId, id }) as FindOptionsWhere<Row>[];
  const row = await tx.getRepository(entity).findOne({ where, lock: { mode: 'pessimistic_write' } });
  if (row === null) throw badRequest('No such invitation');
  return row;
}

/** Deletes expired rows, and throws if the realm may not have `count` more. Call it under the lock of the realm. */
export async function requireRoomFor(tx: Transaction, realmId: number, count: number): Promise<void> {
  const [invitations, links] = [tx.getRepository(InvitationEntity), tx.getRepository(InvitationLinkEntity)];
  await invitations.delete({ realmId, expiresAt: Raw((column) => `${column} < now()`) });
  // Sign-ups that began with a link may end within a day.
  await links.delete({ realmId, expiresAt: Raw((column) => `${column} < now() - interval '1 day'`) });
  const pending = (await invitations.countBy({ realmId })) + (await links.countBy({ realmId, isRevoked: false }));
  if (pending + count > MAX_INVITATIONS) throw badRequest(`Too many invitations (limit: ${MAX_INVITATIONS})`);
}

/** The addresses that have accounts, in the given order, each with the reason not to invite it. One statement looks for all addresses. */
export async function accountsAmong(
  reader: Queryable,
  realmId: number,
  invitees: readonly Invitee[],
): Promise<RefusedInvitee[]> {
  const found = await reader.query<{ place: number; isActive: boolean; isSystemBot: boolean }>(
    `SELECT given.place::integer AS place, bool_or(a.is_active) AS "isActive", bool_or(a.is_system_bot) AS "isSystemBot"
     FROM unnest($2::text[]) WITH ORDINALITY AS given (key, place)
       JOIN account a ON a.realm_id = $1 AND given.key IN (a.delivery_email_key, a.email_key)
     GROUP BY given.place ORDER BY given.place`,
    [realmId, invitees.map(({ key }) => key)],
  );
  return found.map(({ place, isActive, isSystemBot }) => {
    const { email } = invitees[place - 1] as Invitee;
    if (isSystemBot) return [email, 'Reserved for system bots.', false];
    return isActive ? [email, 'Already has an account.', false] : [email, 'Account has been deactivated.', true];
  });
}

interface NewRow extends Admission {
  readonly realmId: number;
  /** Null: without end. */
  readonly lifetimeMinutes: number | null;
}

/** Raw SQL: some parameters for any number of rows, and the clock of the database decides about the end. */
export async function insertInvitations(
  tx: Transaction,
  { realmId, inviterId, role, streamIds, lifetimeMinutes }: NewRow,
  invitees: readonly (Invitee & { readonly keyHash: Buffer })[],
): Promise<void> {
  await tx.query(
    `INSERT INTO invitations
       (realm_id, inviter_id, role, stream_ids, lifetime_minutes, expires_at, email, email_key, key_hash)
     SELECT $1, $2, $3, $4::bigint[], $5::integer, now() + make_interval(mins => $5::integer), email, email_key, key_hash
     FROM unnest($6::text[], $7::text[], $8::bytea[]) AS given (email, email_key, key_hash)`,
    [
      ...[realmId, inviterId, role, streamIds, lifetimeMinutes],
      invitees.map(({ email }) => email),
      invitees.map(({ key }) => key),
      invitees.map(({ keyHash }) => keyHash),
    ],
  );
}

export async function insertLink(
  tx: Transaction,
  { realmId, inviterId, role, streamIds, lifetimeMinutes }: NewRow,
  key: Pick<InvitationLinkEntity, 'keyHash' | 'keySealed'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO invitation_links (realm_id, inviter_id, role, stream_ids, expires_at, key_hash, key_sealed)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5::integer), $6, $7)`,
    [realmId, inviterId, role, streamIds, lifetimeMinutes, key.keyHash, key.keySealed],
  );
}

/** Gives a locked invitation a new key and its whole lifetime, and returns the time in UTC seconds. */
export async function renewInvitation(tx: Transaction, id: number, keyHash: Buffer): Promise<number> {
  const [row] = await tx.query<{ seconds: number }>(
    `UPDATE invitations
     SET key_hash = $2, invited_at = now(), expires_at = now() + make_interval(mins => lifetime_minutes)
     WHERE id = $1 RETURNING floor(extract(epoch FROM invited_at))::bigint AS seconds`,
    [id, keyHash],
  );
  return row?.seconds ?? 0;
}

/** Counts mails, and returns whether the realm has mailed at most `limit` in the last day. Call it under the lock of the realm. */
export async function countInvitationMails(tx: Transaction, realmId: number, mails: number, limit: number) {
  const counts = tx.getRepository(InvitationMailsEntity);
  await counts.delete({ realmId, sentAt: Raw((column) => `${column} < now() - interval '1 day'`) });
  const sent = (await counts.sum('mails', { realmId })) ?? 0;
  await tx.query('INSERT INTO invitation_mails (realm_id, mails) VALUES ($1, $2)', [realmId, mails]);
  return Number(sent) + mails <= limit;
}

/** Ends the invitations and links of an account, and publishes it. */
export async function endInvitationsOf(tx: Transaction, realmId: number, inviterId: number): Promise<void> {
  const invitations = await tx.getRepository(InvitationEntity).delete({ inviterId });
  const links = await tx
    .getRepository(InvitationLinkEntity)
    .update({ inviterId, isRevoked: false }, { isRevoked: true });
  if (invitations.affected || links.affected) tx.record(realmId, InvitationsChanged.of({}));
}
