import { badRequest, MAX_FULL_NAME_LENGTH, MIN_FULL_NAME_LENGTH } from '@chat/contracts';

/** Characters that have a meaning in mentions and Markdown, and everything that cannot be seen (Unicode category C). */
const FORBIDDEN = /[*`\\>"@]|\p{C}/u;
/** `Name|12` is how a mention tells two people of one name apart. */
const LIKE_A_MENTION = /\|\d+$/;

/** The name that a change asks for; a blank one asks for none. Throws the contract's refusals. */
export const checkNewName = (given: string | undefined): string | undefined =>
  given === undefined || given.trim() === '' ? undefined : checkFullName(given);

/** The name as it is stored. Throws the contract's refusals. */
export function checkFullName(given: string): string {
  const name = given.trim();
  const length = [...name].length;
  if (length > MAX_FULL_NAME_LENGTH) throw badRequest('Name too long!');
  if (length < MIN_FULL_NAME_LENGTH) throw badRequest('Name too short!');
  if (FORBIDDEN.test(name)) throw badRequest('Invalid characters in name!');
  if (LIKE_A_MENTION.test(name)) throw badRequest('Invalid format!');
  return name;
}
