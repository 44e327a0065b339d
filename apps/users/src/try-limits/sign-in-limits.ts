import { setting } from '@chat/configuration';
import type { TryScope } from './try-limits.js';

const HALF_HOUR_MS = 1_800_000;

/** Failed tries in 30 minutes. Source: public behaviour of the reference server (per account); per address: our own. */
const PER_ACCOUNT = setting('SIGN_IN_FAILURES_PER_ACCOUNT');
const PER_ADDRESS = setting('SIGN_IN_FAILURES_PER_ADDRESS');

/** One account, by whatever name it is tried. */
export const accountScope = (realmId: number, userId: number): TryScope => ({
  key: `account:${realmId}:${userId}`,
  limit: PER_ACCOUNT,
  windowMs: HALF_HOUR_MS,
  isForgiving: true,
});

/** A name that no account has: it is limited like one, so that the limit does not tell. */
export const unknownNameScope = (realmId: number, nameKey: string): TryScope => ({
  ...accountScope(realmId, 0),
  key: `name:${realmId}:${nameKey}`,
});

/** Somebody of the directory who has no account yet, by whatever name they are tried. */
export const ldapEntryScope = (realmId: number, entryKey: string): TryScope => ({
  ...accountScope(realmId, 0),
  key: `entry:${realmId}:${entryKey}`,
});

export const addressScope = (address: string): TryScope => ({
  key: `address:${address}`,
  limit: PER_ADDRESS,
  windowMs: HALF_HOUR_MS,
  isForgiving: false,
});
