import { FileResponse } from '../http/index.js';
import type { Html } from './html.js';

/** A page loads its style sheet and sends its forms here. The link that led to it goes nowhere. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export interface PageOptions {
  readonly status?: number;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const pageResponse = (
  page: Html,
  { status = 200, cookies = [], headers = {} }: PageOptions = {},
): FileResponse =>
  new FileResponse(
    'text/html; charset=utf-8',
    page.text,
    { ...PAGE_HEADERS, ...headers, ...cookieHeader(cookies) },
    status,
  );

/** `location`: a path of this server, or an address of an app. */
export const redirect = (location: string, cookies: readonly string[] = []): FileResponse =>
  new FileResponse('text/plain; charset=utf-8', '', { ...PAGE_HEADERS, location, ...cookieHeader(cookies) }, 302);

const cookieHeader = (cookies: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  cookies.length === 0 ? {} : { 'set-cookie': cookies };
