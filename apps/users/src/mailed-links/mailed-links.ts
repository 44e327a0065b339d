import { randomBytes } from 'node:crypto';
import { setting } from '@chat/configuration';
import { badRequest } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { Column, Entity, PrimaryColumn, Raw } from 'typeorm';
import type { TryLimits, TryScope } from '../try-limits/try-limits.js';
import { hashOf } from './link-key.js';

/*
 * Links that prove access to a mailbox. Only the mail contains the token; the database has its hash. A new link for a purpose
 * replaces the earlier link, and a link can be used once.
 */

type LinkPurpose = 'email change' | 'password reset';

@Entity('mailed_link')
export class MailedLinkEntity {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('bigint') realmId!: number;
  @Column('bigint') userId!: number;
  @Column('text') purpose!: LinkPurpose;
  @Column('text', { nullable: true }) newEmail!: string | null;
  @Column('timestamptz') expiresAt!: Date;
}

export const LINK_LIFETIME_HOURS = 24;
const TOKEN_BYTES = 24;

export const linkNotValid = () => badRequest('This link is not valid or has expired.');

/** Makes a link for a locked account and returns its token. Without an account it makes none, in the same time. */
export async function createLink(
  tx: Transaction,
  purpose: LinkPurpose,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  newEmail: string | null = null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await endLinks(tx, userId, purpose);
  const links = tx.getRepository(MailedLinkEntity);
  await links.delete({ expiresAt: Raw((column) => `${column} < now()`) });
  await tx.query(
    `INSERT INTO mailed_link (token_hash, realm_id, user_id, purpose, new_email, expires_at)
     SELECT $1, realm_id, user_id, $4, $5, now() + make_interval(hours => ${LINK_LIFETIME_HOURS})
     FROM account WHERE realm_id = $2 AND user_id = $3`,
    [hashOf(token), realmId, userId, purpose, newEmail],
  );
  return token;
}

/** Throws if the link is not valid. Call it before expensive work; only `useLink` decides. */
export async function checkLink(database: Queryable, realmId: number, purpose: LinkPurpose, token: string) {
  const expiresAt = Raw((column) => `${column} > now()`);
  const links = database.getRepository(MailedLinkEntity);
  if (!(await links.existsBy({ tokenHash: hashOf(token), realmId, purpose, expiresAt }))) throw linkNotValid();
}

/** Deletes the link and returns its contents. Throws if the link is not valid. One statement reads and deletes. */
export async function useLink(tx: Transaction, realmId: number, purpose: LinkPurpose, token: string) {
  const [link] = await tx.query<Pick<MailedLinkEntity, 'userId' | 'newEmail'>>(
    `DELETE FROM mailed_link WHERE token_hash = $1 AND realm_id = $2 AND purpose = $3 AND expires_at > now()
     RETURNING user_id AS "userId", new_email AS "newEmail"`,
    [hashOf(token), realmId, purpose],
  );
  if (link === undefined) throw linkNotValid();
  return link;
}

export async function endLinks(tx: Transaction, userId: number, purpose: LinkPurpose): Promise<void> {
  await tx.getRepository(MailedLinkEntity).delete({ userId, purpose });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Read at start-up, so that a wrong value stops the service.
const PER_PERSON_HOUR = setting('MAILS_PER_PERSON_HOUR');
const PER_PERSON_DAY = setting('MAILS_PER_PERSON_DAY');
const PER_ADDRESS_DAY = setting('MAILS_PER_ADDRESS_DAY');

const mailScope = (key: string, limit: number, windowMs: number): TryScope => ({
  key: `mail:${key}:${windowMs}`,
  limit,
  windowMs,
  isForgiving: false,
});

/** Limits of mails to one person or mailbox. Source of the initial values: public behaviour of the reference server. */
export const personScopes = (person: string): TryScope[] => [
  mailScope(person, PER_PERSON_HOUR, HOUR_MS),
  mailScope(person, PER_PERSON_DAY, DAY_MS),
];

/** Limit of mails that requests from one network address cause. */
export const networkAddressScope = (address: string): TryScope => mailScope(address, PER_ADDRESS_DAY, DAY_MS);

/** Counts one mail. Throws RATE_LIMIT_HIT if a limit is reached. */
export const countMail = (limits: TryLimits, scopes: readonly TryScope[]): Promise<void> =>
  limits.run(scopes, async () => {}, neverFails);

const neverFails = (): boolean => false;
