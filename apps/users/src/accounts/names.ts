import { badRequest, MAX_FULL_NAME_LENGTH, MIN_FULL_NAME_LENGTH } from '@chat/contracts';
import { codePointCount, foldName } from '@chat/text';

/** Characters with a meaning in mentions and Markdown, and invisible characters (Unicode category C). */
const FORBIDDEN = /[*`\\>"@]|\p{C}/gu;
/** Mentions of users with equal names end like this: `Name|12`. */
const MENTION_SUFFIX = /\|\d+\s*$/;

/** Key under which an address or name is stored and found. Ignores blank ends also where folding creates them ("´"). */
export const nameKey = (given: string): string => foldName(given).trim();

/**
 * The same in SQL, but for a sigma between marks. Compare it with itself. The index `account_name` has its first 100 characters, so a change
 * needs another index.
 */
export const sqlNameKey = (column: string): string =>
  `btrim(normalize(lower(upper(lower(normalize(${column}, NFKC) COLLATE pg_unicode_fast))), NFKC))`;

/** The new name of a change; undefined if the change leaves the name alone. A blank name counts as none. */
export const checkNewName = (given: string | undefined): string | undefined =>
  given?.trim() ? checkFullName(given) : undefined;

/** The name as it is stored. Throws the errors of the contract. */
export function checkFullName(given: string): string {
  const name = given.trim();
  const length = codePointCount(name);
  if (length > MAX_FULL_NAME_LENGTH) throw badRequest('Name too long!');
  if (length < MIN_FULL_NAME_LENGTH) throw badRequest('Name too short!');
  if (name.search(FORBIDDEN) >= 0) throw badRequest('Invalid characters in name!');
  if (MENTION_SUFFIX.test(name)) throw badRequest('Invalid format!');
  return name;
}

/** An LDAP server's name of a person, changed to follow the rules for names; else the first part of the address. */
export function presentableName(given: string, email: string): string {
  const cleaned = given.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').replace(MENTION_SUFFIX, '');
  for (const name of [cleaned, email.slice(0, email.lastIndexOf('@'))]) {
    try {
      return checkFullName([...name.trim()].slice(0, MAX_FULL_NAME_LENGTH).join(''));
    } catch {
      // Tries the next name.
    }
  }
  return 'New user';
}
