import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { csrfFailed } from '@chat/contracts';
import type { FormData } from '../http/form-data.js';
import { CSRF_PARAMETER } from '../http/parameters.pipe.js';
import { csrfTokenIn } from './session-cookies.js';

const CSRF_HEADER = 'x-csrftoken';

/**
 * Refuses a request with cookies that a page of another origin may have caused. A page of this origin can read the CSRF cookie and repeat it;
 * another one cannot.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, fields: FormData, isSecure: boolean): void {
  if (!isOwnOrigin(headers, isSecure)) throw csrfFailed('Origin checking failed.');
  const expected = csrfTokenIn(headers, isSecure);
  if (expected === undefined) throw csrfFailed('CSRF cookie not set.');
  const sent = headers[CSRF_HEADER] ?? fields.get(CSRF_PARAMETER);
  if (typeof sent !== 'string' || sent === '') throw csrfFailed('CSRF token missing.');
  if (!isEqual(sent, expected)) throw csrfFailed('CSRF token incorrect.');
}

/**
 * Browsers send `Origin: null` for a form of a page with `Referrer-Policy: no-referrer`, such as our own, but also for a form of a foreign
 * sandboxed frame. `Sec-Fetch-Site` distinguishes them. An older browser does not send it; there the token decides alone.
 */
function isOwnOrigin({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders, isSecure: boolean): boolean {
  if (origin === undefined || origin === 'null') return site === undefined || site === 'same-origin' || site === 'none';
  return origin.toLowerCase() === `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
