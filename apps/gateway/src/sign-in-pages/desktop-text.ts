import { cookieIn, hiddenCookie } from '../admission/session-cookies.js';
import type { Call } from '../http/index.js';

/** Path of the page with the text for a desktop app. */
export const DESKTOP_TEXT_PATH = '/accounts/login/desktop/';

const COOKIE = 'desktop-text';
/** As long as the token in the text works. */
const LIFETIME_SECONDS = 15;

/** `Set-Cookie` of the text for a desktop app, for the page at {@link DESKTOP_TEXT_PATH}. */
export const desktopTextCookie = (text: string, isSecure: boolean): string =>
  hiddenCookie(COOKIE, text, LIFETIME_SECONDS, isSecure);

/** The text that this browser has for its app; undefined if there is none. */
export function desktopTextIn({ headers, isSecure }: Pick<Call, 'headers' | 'isSecure'>): string | undefined {
  const text = cookieIn(headers, COOKIE, isSecure) ?? '';
  return /^[0-9a-f]+$/.test(text) ? text : undefined;
}

/** `Set-Cookie` that makes the browser forget the text. */
export const endDesktopText = (isSecure: boolean): string => hiddenCookie(COOKIE, '', 0, isSecure);
