import { hash, verify } from '@node-rs/argon2';

/** Longer ones are refused where they are set, and wrong where they are tried: hashing costs by length. */
export const MAX_PASSWORD_LENGTH = 1_000;

/**
 * Argon2id with 19 MiB, two passes, one lane: the least that OWASP's password storage cheat sheet recommends, some tens of
 * milliseconds off the event loop. A hash carries its own parameters, so that older ones stay valid when these change.
 */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** In PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** A hash that no password has; made once, with the same cost as the real ones. */
let decoy: Promise<string> | undefined;

/**
 * Whether `password` has this hash. Without one it takes the same time and is wrong, so that the time of the answer does
 * not tell whether there is an account.
 */
export async function isPasswordOf(storedHash: string | undefined, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false;
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(storedHash ?? (await decoy), password);
  return storedHash !== undefined && matches;
}
