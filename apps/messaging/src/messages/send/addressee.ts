import { type Addressee, badRequest } from '@chat/contracts';

/** A stream as a message names it. */
export type StreamAddress = { readonly name: string } | { readonly id: number };
/** People as a message names them; each at least once. */
export type PeopleAddress = { readonly emails: readonly string[] } | { readonly ids: readonly number[] };

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
