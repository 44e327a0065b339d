import { MAX_FULL_NAME_LENGTH } from '@chat/contracts';
import { checkFullName } from '../accounts/full-name.js';

/** The directory's name for somebody, made to fit the rules for names here; the address's first part when nothing is left. */
export function presentableName(given: string, email: string): string {
  const cleaned = given
    .replace(/[*`\\>"@]|\p{C}/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\|\d+\s*$/, '');
  for (const name of [cleaned, email.slice(0, email.lastIndexOf('@'))]) {
    try {
      return checkFullName([...name.trim()].slice(0, MAX_FULL_NAME_LENGTH).join(''));
    } catch {
      // The next one.
    }
  }
  return 'New user';
}
