import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parts of the signature schemes that services have of their own. */

const MAX_AGE_MS = 5 * 60_000;

/** Compares in constant time. */
export function isEqual(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** HMAC of the parts, one after the other. */
export function hmac(
  algorithm: 'sha1' | 'sha256',
  encoding: 'hex' | 'base64',
  secret: Buffer | string,
  ...parts: readonly (Buffer | string)[]
): string {
  const digest = createHmac(algorithm, secret);
  for (const part of parts) digest.update(part);
  return digest.digest(encoding);
}

/** Whether a time in milliseconds is at most `maxAgeMs` away from now. */
export const isRecent = (time: number, now: number, maxAgeMs = MAX_AGE_MS): boolean =>
  Number.isFinite(time) && Math.abs(now - time) <= maxAgeMs;

/** Values of a name in a header like `t=1,v1=a,v1=b`. */
export const valuesIn = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));

/** Whether one of the signatures `v1=…` in a header is the HMAC-SHA256 of the parts. */
export function hasV1Signature(
  header: string | undefined,
  secret: string,
  ...parts: readonly (Buffer | string)[]
): boolean {
  const expected = hmac('sha256', 'hex', secret, ...parts);
  return valuesIn(header, 'v1').some((given) => isEqual(given, expected));
}
