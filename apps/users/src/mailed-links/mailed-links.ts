import { createHash, randomBytes } from 'node:crypto';
import { badRequest } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

export type LinkPurpose = 'email change' | 'password reset';

export interface MailedLink {
  readonly userId: number;
  readonly newEmail: string | null;
}

export const LINK_LIFETIME_HOURS = 24;
const TOKEN_BYTES = 24;

const IS_VALID = 'token_hash = $1 AND realm_id = $2 AND purpose = $3 AND expires_at > now()';

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
  await tx.query('DELETE FROM mailed_link WHERE expires_at < now()');
  await tx.query(
    `INSERT INTO mailed_link (token_hash, realm_id, user_id, purpose, new_email, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))`,
    [hashOf(token), account.realmId, account.userId, purpose, newEmail, LINK_LIFETIME_HOURS],
  );
  return token;
}

/** Throws unless there is such a link: before anything dear is done for it. Whether it still is there says `useLink`. */
export async function checkLink(
  database: Pick<Transaction, 'query'>,
  realmId: number,
  purpose: LinkPurpose,
  token: string,
): Promise<void> {
  const found = await database.query(`SELECT 1 FROM mailed_link WHERE ${IS_VALID}`, [hashOf(token), realmId, purpose]);
  if (found.length === 0) throw linkNotValid();
}

/** Takes the link away and answers what it was for. Throws unless it is there and has not expired. */
export async function useLink(
  tx: Transaction,
  realmId: number,
  purpose: LinkPurpose,
  token: string,
): Promise<MailedLink> {
  const [link] = await tx.query<MailedLink>(
    `DELETE FROM mailed_link WHERE ${IS_VALID}
     RETURNING user_id AS "userId", new_email AS "newEmail"`,
    [hashOf(token), realmId, purpose],
  );
  if (link === undefined) throw linkNotValid();
  return link;
}

/** Ends the links of that purpose, of an account that is not any more what it was when they were mailed. */
export async function endLinks(tx: Pick<Transaction, 'query'>, userId: number, purpose: LinkPurpose): Promise<void> {
  await tx.query('DELETE FROM mailed_link WHERE user_id = $1 AND purpose = $2', [userId, purpose]);
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
