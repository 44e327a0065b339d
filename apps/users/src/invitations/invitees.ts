import type { RealmRecord, RefusedInvitee } from '@chat/contracts';
import { isEmailAddress, OBJECTION_TEXTS, objectionTo } from '../accounts/email-address.js';
import { nameKey } from '../accounts/names.js';

/** An invited address, and the key under which accounts and invitations have it. */
export interface Invitee {
  readonly email: string;
  readonly key: string;
}

const SEPARATOR = /[,\r\n]/;

/**
 * The addresses in a text, separated by commas or line breaks. `Name <address>` is an address, too. Ignores blank entries; an address
 * counts once, without regard to letter case.
 */
export function parseInvitees(text: string): Invitee[] {
  const invitees = new Map<string, Invitee>();
  for (const entry of text.split(SEPARATOR)) {
    const email = addressIn(entry);
    const key = nameKey(email);
    if (email !== '' && !invitees.has(key)) invitees.set(key, { email, key });
  }
  return [...invitees.values()];
}

/** The part between the first `<` and the last `>`, or the whole entry. */
function addressIn(entry: string): string {
  const [open, close] = [entry.indexOf('<'), entry.lastIndexOf('>')];
  return (open >= 0 && close > open ? entry.slice(open + 1, close) : entry).trim();
}

const REASONS = { ...OBJECTION_TEXTS, reserved: 'Invalid address.' };

/** The addresses to which nothing can be sent, each with the reason. */
export function refusedAmong(invitees: readonly Invitee[], realm: RealmRecord): RefusedInvitee[] {
  return invitees.flatMap(({ email }) => {
    const objection = isEmailAddress(email) ? objectionTo(email, realm) : 'reserved';
    return objection === undefined ? [] : [[email, REASONS[objection], false] as const];
  });
}
