import type { NeededSecondFactor } from '@chat/contracts';
import { cookieIn, hiddenCookie } from '../admission/session-cookies.js';
import type { Call, FileResponse } from '../http/index.js';
import { redirect } from '../pages/page-response.js';
import { beginFlow, type FlowFields } from './sign-in-flow.js';

export const SECOND_STEP_PATH = '/accounts/login/second_factor/';
export const SET_UP_PATH = '/accounts/login/second_factor/set_up/';

const COOKIE = 'second-factor';
/** As long as the users service remembers the first step. */
const LIFETIME_SECONDS = 600;

/** Leads to the page for the code, or for a set-up. Only this browser gets the name of the sign-in; there is no session yet. */
export function askForSecondFactor(
  { isSecure }: Pick<Call, 'isSecure'>,
  { secondFactorToken, needsSetUp }: NeededSecondFactor,
  flow: FlowFields,
): FileResponse {
  const named = hiddenCookie(COOKIE, secondFactorToken, LIFETIME_SECONDS, isSecure);
  return redirect(needsSetUp ? SET_UP_PATH : SECOND_STEP_PATH, [named, beginFlow(flow, isSecure).cookie]);
}

/** The name of the sign-in that waits for its second step; undefined if there is none. */
export function secondFactorTokenIn({ headers, isSecure }: Pick<Call, 'headers' | 'isSecure'>): string | undefined {
  const token = cookieIn(headers, COOKIE, isSecure) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** `Set-Cookie` that makes the browser forget the sign-in. */
export const endSecondStep = ({ isSecure }: Pick<Call, 'isSecure'>): string => hiddenCookie(COOKIE, '', 0, isSecure);
