import { availableParallelism } from 'node:os';
import { badRequest, PASSWORD_TOO_WEAK, type ServerSettings } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { codePointCount } from '@chat/text';
import { hash, verify } from '@node-rs/argon2';
import { type AccountRow, PasswordEntity } from '../accounts/account.entity.js';
import { endLinks } from '../mailed-links/mailed-links.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { guessesOf } from './estimator.js';

/** Longer passwords are refused when they are set, and wrong when they are tried: the cost of a hash grows with the length. */
export const MAX_PASSWORD_LENGTH = 1_000;
/** The cost of an estimate grows with the square of the length; a strong password needs no more characters. */
const MAX_ESTIMATED_LENGTH = 100;

/**
 * Argon2id with 19 MiB, two passes, one lane: the minimum in OWASP's password storage cheat sheet, some tens of milliseconds off
 * the event loop. A hash contains its parameters, so older hashes stay valid when these change.
 */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Leaves a core to the rest of the process: further hashes at the same time would only make each of them end later. */
export const MAX_HASHES_AT_A_TIME = Math.max(1, availableParallelism() - 1);
let hashes = 0;
/** In the order of arrival; at most one for each request in execution. */
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashes < MAX_HASHES_AT_A_TIME) hashes++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) hashes--;
    else next();
  }
}

/** Returns a hash in PHC form, with its own salt. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS));

/** A hash that no password has, with the cost of the real hashes. */
let decoy: Promise<string> | undefined;

/** Returns whether the password has this hash. Without a hash it takes the same time, so the time does not reveal accounts. */
export async function isPasswordOf(storedHash: string | undefined, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  decoy ??= hashPassword(crypto.randomUUID());
  const compared = storedHash ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return storedHash !== undefined && matches;
}

export async function isStrongEnough(
  password: string,
  rules: Pick<ServerSettings, 'passwordMinLength' | 'passwordMinGuesses'>,
): Promise<boolean> {
  if (password === '' || password.length > MAX_PASSWORD_LENGTH) return false;
  if (codePointCount(password) < rules.passwordMinLength) return false;
  return (await guessesOf(password.slice(0, MAX_ESTIMATED_LENGTH))) >= rules.passwordMinGuesses;
}

/** The hash of a new password. Throws PASSWORD_TOO_WEAK. */
export async function strongHash(
  password: string,
  rules: Pick<ServerSettings, 'passwordMinLength' | 'passwordMinGuesses'>,
): Promise<string> {
  if (!(await isStrongEnough(password, rules))) throw badRequest(PASSWORD_TOO_WEAK);
  return hashPassword(password);
}

/**
 * Sets the first or another password of a locked account, deletes the links that were mailed to set one, and ends the sessions. Only
 * the session that changes the password goes on.
 */
export async function storePassword(
  tx: Transaction,
  account: Pick<AccountRow, 'realmId' | 'userId'>,
  passwordHash: string,
  changingSessionId?: number,
): Promise<void> {
  const { userId } = account;
  await tx.getRepository(PasswordEntity).upsert({ userId, hash: passwordHash, changedAt: () => 'now()' }, ['userId']);
  await endAllSessions(tx, account, changingSessionId);
  await endLinks(tx, userId, 'password reset');
}

/** Returns undefined for an account that never had a password. */
export async function readPasswordHash(reader: Queryable, userId: number): Promise<string | undefined> {
  // Raw SQL: every sign-in by a password reads it twice.
  const [row] = await reader.queryPrepared<{ hash: string }>('SELECT hash FROM password WHERE user_id = $1', [userId]);
  return row?.hash;
}
