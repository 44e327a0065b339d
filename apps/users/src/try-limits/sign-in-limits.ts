import { setting } from '@chat/configuration';
import type { TryScope } from './try-limits.js';

const HALF_HOUR_MS = 1_800_000;

/** Failed tries in 30 minutes. The limit per account has the public behaviour of the reference server as its source. */
const PER_ACCOUNT = setting('SIGN_IN_FAILURES_PER_ACCOUNT');
const PER_ADDRESS = setting('SIGN_IN_FAILURES_PER_ADDRESS');

const nameScope = (key: string): TryScope => ({
  key,
  limit: PER_ACCOUNT,
  windowMs: HALF_HOUR_MS,
  isForgiving: true,
});

/** One account, for all of its names. */
export const accountScope = (realmId: number, userId: number) => nameScope(`account:${realmId}:${userId}`);

/** A name without an account. Its limit equals the limit of an account, so the limit does not reveal accounts. */
export const unknownNameScope = (realmId: number, key: string) => nameScope(`name:${realmId}:${key}`);

/** An LDAP entry without an account, for all of its names. */
export const ldapEntryScope = (realmId: number, entryKey: string) => nameScope(`entry:${realmId}:${entryKey}`);

export const addressScope = (address: string): TryScope => ({
  key: `address:${address}`,
  limit: PER_ADDRESS,
  windowMs: HALF_HOUR_MS,
  isForgiving: false,
});
