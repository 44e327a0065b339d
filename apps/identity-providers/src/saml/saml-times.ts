import { SamlRefusal } from './saml-refusal.js';

/** The accepted difference between the clocks of the provider and of this server. */
export const CLOCK_SKEW_MS = 180_000;
/** Between the provider's statement and its arrival lies one redirect of a browser. */
export const MAX_AGE_MS = 600_000;
/** A document that is accepted now is no longer accepted after this time. */
export const MAX_VALIDITY_SECONDS = (MAX_AGE_MS + 2 * CLOCK_SKEW_MS) / 1000;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Requires that the document was made a short while ago. */
export function requireRecent(issueInstant: string | undefined, nowMs = Date.now()): void {
  const atMs = instant(issueInstant, 'IssueInstant');
  if (atMs > nowMs + CLOCK_SKEW_MS) throw new SamlRefusal('time', 'IssueInstant is in the future');
  if (atMs < nowMs - CLOCK_SKEW_MS - MAX_AGE_MS) throw new SamlRefusal('time', 'IssueInstant is too long ago');
}

export function requireBegun(notBefore: string | undefined, nowMs = Date.now()): void {
  if (notBefore !== undefined && instant(notBefore, 'NotBefore') > nowMs + CLOCK_SKEW_MS)
    throw new SamlRefusal('time', 'NotBefore is in the future');
}

/** Returns the end, in milliseconds. */
export function requireNotEnded(notOnOrAfter: string | undefined, name: string, nowMs = Date.now()): number {
  const endMs = instant(notOnOrAfter, name);
  if (endMs <= nowMs - CLOCK_SKEW_MS) throw new SamlRefusal('time', `${name} has passed`);
  return endMs;
}

function instant(text: string | undefined, name: string): number {
  const ms = text !== undefined && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new SamlRefusal('malformed', `${name} is missing or no time in UTC`);
  return ms;
}
