import { type Account, type Addressee, badRequest } from '@chat/contracts';
import { checkedTopic } from '../../names/check-text.js';
import type { RealmUsers } from '../../projections/realm-users.js';

/** A stream as a message names it. */
export type StreamAddress = { readonly name: string } | { readonly id: number };
/** Where in which stream; the topic is checked. */
export interface StreamPlace {
  readonly address: StreamAddress;
  readonly topic: string;
}
/** People as a message names them; each at least once. */
export type PeopleAddress = { readonly emails: readonly string[] } | { readonly ids: readonly number[] };

/** Reads where a stream message goes, whether or not there is such a stream. */
export function streamPlace(to: Addressee, topic: string | undefined): StreamPlace {
  const address = streamAddress(to);
  if (topic === undefined) throw badRequest('Missing topic');
  return { address, topic: checkedTopic(topic) };
}

/** The people that a direct message names, deactivated or not. */
export function namedPeople(to: Addressee, users: RealmUsers): Account[] {
  const address = peopleAddress(to);
  if ('ids' in address) {
    return address.ids.map((id) => {
      const user = users.get(id);
      if (!user) throw badRequest(`Invalid user ID ${id}`);
      return user;
    });
  }
  return address.emails.map((email) => {
    const user = users.getByEmail(email);
    if (!user) throw badRequest(`Invalid email '${email}'`);
    return user;
  });
}

/** Reads `to` of a stream message. */
export function streamAddress(to: Addressee): StreamAddress {
  const items = Array.isArray(to) ? to : [to];
  if (items.length !== 1) throw badRequest('Expected exactly one stream');
  const item: unknown = items[0];
  if (typeof item === 'number' && Number.isSafeInteger(item)) return { id: item };
  if (typeof item === 'string') return { name: item };
  throw badRequest('Invalid data type for stream');
}

/** Reads `to` of a direct message: a list, or addresses with commas between them. */
export function peopleAddress(to: Addressee): PeopleAddress {
  const items: unknown = typeof to === 'string' ? to.split(',') : to;
  if (!Array.isArray(items)) throw badRequest('Invalid data type for recipients');
  const isText = typeof items[0] === 'string';
  if (!items.every((item) => (isText ? typeof item === 'string' : typeof item === 'number'))) {
    const isMixed = items.every((item) => typeof item === 'string' || typeof item === 'number');
    throw badRequest(
      isMixed ? 'Recipient lists may contain emails or user IDs, but not both.' : 'Invalid data type for recipients',
    );
  }
  const address = isText
    ? { emails: [...new Set((items as string[]).map((email) => email.trim()).filter((email) => email !== ''))] }
    : { ids: [...new Set(items as number[])] };
  if ((address.emails ?? address.ids).length === 0) throw badRequest('Message must have recipients');
  return address as PeopleAddress;
}
