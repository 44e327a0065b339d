import { setting } from '@chat/configuration';
import { TryLimits, type TryScope } from '../try-limits/try-limits.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Mails that one person, or one mailbox, can be sent. Source: public behaviour of the reference server. */
const PER_PERSON_HOUR = setting('MAILS_PER_PERSON_HOUR');
const PER_PERSON_DAY = setting('MAILS_PER_PERSON_DAY');
/** Mails that one address on the network can cause in a day. */
const PER_ADDRESS_DAY = setting('MAILS_PER_ADDRESS_DAY');

const scope = (key: string, limit: number, windowMs: number): TryScope => ({
  key: `mail:${key}:${windowMs}`,
  limit,
  windowMs,
  isForgiving: false,
});

export const personScopes = (person: string): TryScope[] => [
  scope(person, PER_PERSON_HOUR, HOUR_MS),
  scope(person, PER_PERSON_DAY, DAY_MS),
];

export const networkAddressScope = (address: string): TryScope => scope(address, PER_ADDRESS_DAY, DAY_MS);

/** Counts one mail; throws RATE_LIMIT_HIT when there were enough. */
export const countMail = (limits: TryLimits, scopes: readonly TryScope[]): Promise<void> =>
  limits.run(scopes, async () => ({ succeeded: false, result: undefined }));
