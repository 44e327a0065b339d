import { type Account, type Addressee, badRequest } from '@chat/contracts';
import { foldName } from '@chat/text';
import type { RealmUsers } from '../../projections/realm-users.js';

/** Participants of a direct conversation as messages name them, ascending by id. */
export const sortedParticipants = (users: Iterable<Pick<Account, 'userId' | 'email' | 'fullName'>>) =>
  [...users].map(({ userId: id, email, fullName }) => ({ id, email, fullName })).sort((a, b) => a.id - b.id);

/** The users that a direct message names, deactivated or not. */
export function namedPeople(to: Addressee, users: RealmUsers): Account[] {
  const address = peopleAddress(to);
  if ('ids' in address) return address.ids.map((id) => users.require(id));
  return address.emails.map((email) => {
    const user = users.getByEmail(email);
    if (!user) throw badRequest(`Invalid email '${email}'`);
    return user;
  });
}

/** The active person with the first of these names that a person has: a full name, or the local part of an address. */
export function personNamed(names: readonly string[], users: RealmUsers): Account | undefined {
  const people = [...users.all()].filter(({ isActive, isBot }) => isActive && !isBot);
  for (const name of names.map(foldName)) {
    const found = people.find(
      ({ fullName, email, deliveryEmail }) =>
        foldName(fullName) === name ||
        [email, deliveryEmail].some((address) => foldName(localPartOf(address)) === name),
    );
    if (found) return found;
  }
  return undefined;
}

const localPartOf = (address: string): string => address.slice(0, address.lastIndexOf('@'));

/** Reads `to` of a direct message: a list, or addresses separated by commas. Each user once, at least one. */
export function peopleAddress(to: Addressee): { readonly emails: string[] } | { readonly ids: number[] } {
  const items: unknown = typeof to === 'string' ? to.split(',') : to;
  if (!Array.isArray(items)) throw badRequest('Invalid data type for recipients');
  const isText = typeof items[0] === 'string';
  if (!items.every((item) => typeof item === (isText ? 'string' : 'number'))) {
    const isMixed = items.every((item) => typeof item === 'string' || typeof item === 'number');
    throw badRequest(
      isMixed ? 'Recipient lists may contain emails or user IDs, but not both.' : 'Invalid data type for recipients',
    );
  }
  const named = new Set<string | number>(isText ? items.map((email) => email.trim()).filter(Boolean) : items);
  if (named.size === 0) throw badRequest('Message must have recipients');
  return isText ? { emails: [...named] as string[] } : { ids: [...named] as number[] };
}
