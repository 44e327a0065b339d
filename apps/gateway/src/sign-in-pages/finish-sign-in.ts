import {
  ApiError,
  type BegunSession,
  deleteSession,
  GetRealm,
  type IssuedDeviceKey,
  type IssuedLoginToken,
  MAX_NEXT_LENGTH,
  type Principal,
  requestOf,
  type SessionKind,
  type SignInResult,
  type SignInTarget,
} from '@chat/contracts';
import { browserCookie, browserTokenIn, csrfCookie, sessionCookie } from '../admission/session-cookies.js';
import { hashOfToken } from '../admission/verify-credentials.js';
import type { Call, FileResponse } from '../http/index.js';
import { userAgentIn } from '../http/parameters.pipe.js';
import { appScheme } from '../pages/app-scheme.js';
import { ownPath } from '../pages/own-path.js';
import { redirect } from '../pages/page-response.js';
import { newToken, showPage } from '../pages/page-visit.js';
import { hiddenKey, sealedText } from './app-otp.js';
import { desktopPage } from './desktop-page.js';
import { DESKTOP_TEXT_PATH, desktopTextCookie } from './desktop-text.js';
import { askForSecondFactor, endSecondStep, secondFactorTokenIn } from './second-step.js';
import { endFlow, type FlowFields } from './sign-in-flow.js';

/** One try to sign in, from the request of the browser to the response. */
export interface SignInAttempt {
  /** Part of the request to the service that checks the proof. */
  readonly target: SignInTarget;
  /** Of the session that may begin; services get its hash. */
  readonly token: string;
  /** Of this browser, for the cookie by which it is known. */
  readonly browserToken: string;
  readonly flow: FlowFields;
}

export function attemptSignIn(call: Pick<Call, 'headers' | 'address' | 'isSecure'>, flow: FlowFields) {
  const { headers, address, isSecure } = call;
  const token = newToken();
  const browserToken = browserTokenIn(headers, isSecure) ?? newToken();
  const hashes = { tokenHash: hashOfToken(token), browserHash: hashOfToken(browserToken) };
  const kind = kindOf(flow);
  const next = ownPath(flow.next);
  const carried = kind === 'desktop' && flow.next !== '' && next.length <= MAX_NEXT_LENGTH ? { next } : {};
  const target: SignInTarget = { kind, ...hashes, userAgent: userAgentIn(headers), clientAddress: address, ...carried };
  return { target, token, browserToken, flow } satisfies SignInAttempt;
}

function kindOf({ mobileFlowOtp, desktopFlowOtp }: FlowFields): SessionKind {
  if (mobileFlowOtp !== undefined) return 'mobile';
  return desktopFlowOtp === undefined ? 'web' : 'desktop';
}

/** The response to a sign-in; every page that signs in ends here, and with it the flow. */
export async function finishSignIn(call: Call, result: SignInResult, attempt: SignInAttempt): Promise<FileResponse> {
  const { flow } = attempt;
  switch (result.result) {
    case 'session':
      return goOn(call, result, attempt);
    case 'device_key':
      return openApp(call, result, attempt);
    case 'login_token':
      return showToken(call, result, flow.desktopFlowOtp as string);
    case 'second_factor':
      return askForSecondFactor(call, result, flow);
  }
}

/** `Set-Cookie` headers that end the flow and its second step. */
const endSteps = (call: Call): readonly string[] =>
  secondFactorTokenIn(call) === undefined ? endFlow(call) : [...endFlow(call), endSecondStep(call)];

/** The browser gets a new session and a new CSRF token. A session that it had ends. */
async function goOn(call: Call, { lifetimeSeconds }: BegunSession, attempt: SignInAttempt) {
  const { principal, isSecure } = call;
  if (principal !== null) await endSession(call, principal);
  const { token, browserToken, flow } = attempt;
  const cookies = [
    sessionCookie(token, lifetimeSeconds, isSecure),
    csrfCookie(newToken(), isSecure),
    browserCookie(browserToken, isSecure),
  ];
  return redirect(ownPath(flow.next), [...cookies, ...endSteps(call)]);
}

/** Opens the app on this device with its key, which only the app can read. The browser gets no session. */
async function openApp(call: Call, { apiKey, email, userId }: IssuedDeviceKey, attempt: SignInAttempt) {
  const { browserToken, flow } = attempt;
  const { state: realm } = await call.request(GetRealm, { realmId: call.realmId });
  const query = new URLSearchParams({
    otp_encrypted_api_key: hiddenKey(apiKey, flow.mobileFlowOtp as string),
    email,
    user_id: String(userId),
    realm: realm.url,
  });
  const cookies = [browserCookie(browserToken, call.isSecure), ...endSteps(call)];
  return redirect(`${appScheme()}://login?${query}`, cookies);
}

function showToken(call: Call, { loginToken }: IssuedLoginToken, otp: string): Promise<FileResponse> {
  return showPage(call, (view) => desktopPage(view, sealedText(loginToken, otp)), { cookies: endSteps(call) });
}

/** The same page, for a request with secrets in its address: the redirect takes them out of the address of the browser. */
export function leadToToken(call: Call, { loginToken }: IssuedLoginToken, { flow }: SignInAttempt): FileResponse {
  const text = sealedText(loginToken, flow.desktopFlowOtp as string);
  return redirect(DESKTOP_TEXT_PATH, [desktopTextCookie(text, call.isSecure), ...endSteps(call)]);
}

/** Ends the session of the caller. One that has ended meanwhile is no error. */
export async function endSession(call: Pick<Call, 'request'>, actor: Principal): Promise<void> {
  const parameters = { sessionId: actor.sessionId as number };
  await call.request(requestOf(deleteSession), { actor, parameters }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST') throw error;
  });
}
