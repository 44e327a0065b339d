import type { IncomingHttpHeaders } from 'node:http';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A browser returns `__Host-` cookies only to the host that set them by HTTPS, so no other host can plant one. */
const nameOf = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** The token of the session cookie; undefined if there is none, or none of the right form. */
export const sessionTokenIn = (headers: IncomingHttpHeaders, isSecure: boolean): string | undefined =>
  tokenIn(headers, nameOf('sessionid', isSecure));

/** The token of the CSRF cookie, likewise. */
export const csrfTokenIn = (headers: IncomingHttpHeaders, isSecure: boolean): string | undefined =>
  tokenIn(headers, nameOf('csrftoken', isSecure));

/** `Set-Cookie` of a session. */
export const sessionCookie = (token: string, lifetimeSeconds: number, isSecure: boolean): string =>
  hiddenCookie('sessionid', token, lifetimeSeconds, isSecure);

/** `Set-Cookie` of a CSRF token. Scripts of this origin read it, to send it in a header. */
export const csrfCookie = (token: string, isSecure: boolean): string =>
  cookie('csrftoken', token, CSRF_LIFETIME_SECONDS, isSecure);

const CSRF_LIFETIME_SECONDS = 31_536_000;

/** `Set-Cookie` that makes the browser forget its session. */
export const endedSessionCookie = (isSecure: boolean): string => hiddenCookie('sessionid', '', 0, isSecure);

const BROWSER = 'known-browser';
/** Browsers keep no cookie for longer. */
const BROWSER_LIFETIME_SECONDS = 34_560_000;

/** The token by which a browser is known since its first sign-in, also after the end of its sessions. */
export const browserTokenIn = (headers: IncomingHttpHeaders, isSecure: boolean): string | undefined =>
  tokenIn(headers, nameOf(BROWSER, isSecure));

export const browserCookie = (token: string, isSecure: boolean): string =>
  hiddenCookie(BROWSER, token, BROWSER_LIFETIME_SECONDS, isSecure);

/** `Set-Cookie` of a value that scripts of pages do not see. */
export const hiddenCookie = (name: string, value: string, lifetimeSeconds: number, isSecure: boolean): string =>
  `${cookie(name, value, lifetimeSeconds, isSecure)}; HttpOnly`;

function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  const end = isSecure ? '; Secure' : '';
  return `${nameOf(name, isSecure)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${end}`;
}

function tokenIn(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = valueIn(headers, name);
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

/** The value of another cookie; undefined without it. */
export const cookieIn = (headers: IncomingHttpHeaders, name: string, isSecure: boolean): string | undefined =>
  valueIn(headers, nameOf(name, isSecure));

/** Reads no other cookie, because this is a step of every request with a session. */
function valueIn({ cookie: header = '' }: IncomingHttpHeaders, name: string): string | undefined {
  let start = 0;
  while (start < header.length) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    while (header[start] === ' ') start++;
    if (header.startsWith(name, start) && header[start + name.length] === '=') {
      return header.slice(start + name.length + 1, end).trimEnd();
    }
    start = end + 1;
  }
  return undefined;
}
