import { createHash, randomBytes } from 'node:crypto';
import { badRequest } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { Raw } from 'typeorm';
import { type LinkPurpose, MailedLinkEntity } from './mailed-links.entity.js';

export type MailedLink = Pick<MailedLinkEntity, 'userId' | 'newEmail'>;

export const LINK_LIFETIME_HOURS = 24;
const TOKEN_BYTES = 24;

export const linkNotValid = () => badRequest('This link is not valid or has expired.');

/*
 * Links that prove that somebody reads a mailbox. The token is in the mail alone; here is only its hash. A new link for a
 * purpose ends the earlier ones, and using one ends it.
 */

/** Makes a link and answers its token. */
export async function createLink(
  tx: Transaction,
  purpose: LinkPurpose,
  account: { readonly realmId: number; readonly userId: number },
  newEmail: string | null = null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await endLinks(tx, account.userId, purpose);
  const links = tx.getRepository(MailedLinkEntity);
  await links.delete({ expiresAt: Raw((column) => `${column} < now()`) });
  const { realmId, userId } = account;
  const expiresAt = () => `now() + make_interval(hours => ${LINK_LIFETIME_HOURS})`;
  await links.insert({ tokenHash: hashOf(token), realmId, userId, purpose, newEmail, expiresAt });
  return token;
}

/** Throws unless there is such a link: before anything dear is done for it. Whether it still is there says `useLink`. */
export async function checkLink(
  database: Queryable,
  realmId: number,
  purpose: LinkPurpose,
  token: string,
): Promise<void> {
  const isValid = await database.getRepository(MailedLinkEntity).existsBy({
    tokenHash: hashOf(token),
    realmId,
    purpose,
    expiresAt: Raw((column) => `${column} > now()`),
  });
  if (!isValid) throw linkNotValid();
}

/** Takes the link away and answers what it was for. Throws unless it is there and has not expired. One statement does both. */
export async function useLink(
  tx: Transaction,
  realmId: number,
  purpose: LinkPurpose,
  token: string,
): Promise<MailedLink> {
  const [link] = await tx.query<MailedLink>(
    `DELETE FROM mailed_link WHERE token_hash = $1 AND realm_id = $2 AND purpose = $3 AND expires_at > now()
     RETURNING user_id AS "userId", new_email AS "newEmail"`,
    [hashOf(token), realmId, purpose],
  );
  if (link === undefined) throw linkNotValid();
  return link;
}

/** Ends the links of that purpose, of an account that is not any more what it was when they were mailed. */
export async function endLinks(tx: Transaction, userId: number, purpose: LinkPurpose): Promise<void> {
  await tx.getRepository(MailedLinkEntity).delete({ userId, purpose });
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
