import { FileResponse } from '../http/index.js';
import { appScheme } from './app-scheme.js';
import type { Html } from './html.js';

/**
 * A page loads its style sheet and script, and sends its forms here. The response to a form may lead to the app, which browsers count as a
 * target of the form. The link that led to the page goes nowhere.
 */
const pageHeaders = (formTarget?: string) => ({
  'content-security-policy':
    `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; ` +
    `form-action ${["'self'", `${appScheme()}:`, ...(formTarget === undefined ? [] : [formTarget])].join(' ')}; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

export interface PageOptions {
  readonly status?: number;
  /** `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Another origin that the response to the form leads to: browsers count it as a target of the form. */
  readonly formTarget?: string | undefined;
}

export const pageResponse = (
  page: Html,
  { status = 200, cookies = [], headers = {}, formTarget }: PageOptions = {},
): FileResponse =>
  new FileResponse(
    'text/html; charset=utf-8',
    page.text,
    { ...pageHeaders(formTarget), ...headers, ...cookieHeader(cookies) },
    status,
  );

/** `location`: a path of this server, or an address of an app. */
export const redirect = (location: string, cookies: readonly string[] = []): FileResponse =>
  new FileResponse('text/plain; charset=utf-8', '', { ...pageHeaders(), location, ...cookieHeader(cookies) }, 302);

/** The same response with further `Set-Cookie` headers. */
export function withCookies(response: FileResponse, cookies: readonly string[]): FileResponse {
  const { contentType, body, headers, status } = response;
  const all = [...(headers['set-cookie'] ?? []), ...cookies];
  return new FileResponse(contentType, body, { ...headers, ...cookieHeader(all) }, status);
}

const cookieHeader = (cookies: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  cookies.length === 0 ? {} : { 'set-cookie': cookies };
