import {
  ApiError,
  deleteSession,
  MAX_USER_AGENT_LENGTH,
  type Principal,
  requestOf,
  type SignInResult,
  type SignInTarget,
} from '@chat/contracts';
import { csrfCookie, sessionCookie } from '../admission/session-cookies.js';
import { hashOfToken } from '../admission/verify-credentials.js';
import type { Call, FileResponse } from '../http/index.js';
import { ownPath } from '../pages/own-path.js';
import { redirect } from '../pages/page-response.js';
import { newToken } from '../pages/page-visit.js';
import { endFlow, type FlowFields } from './sign-in-flow.js';

/** One try to sign in, from the request of the browser to the response. */
export interface SignInAttempt {
  /** Part of the request to the service that checks the proof. */
  readonly target: SignInTarget;
  /** Of the session that may begin; services get its hash. */
  readonly token: string;
  readonly flow: FlowFields;
}

export function attemptSignIn({ headers, address }: Pick<Call, 'headers' | 'address'>, flow: FlowFields) {
  const token = newToken();
  const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  const target: SignInTarget = { kind: 'web', tokenHash: hashOfToken(token), userAgent, clientAddress: address };
  return { target, token, flow } satisfies SignInAttempt;
}

/**
 * The response to a sign-in; every page that signs in ends here. The browser gets a new session and a new CSRF token. A session that it had
 * ends.
 */
export async function finishSignIn(
  call: Call,
  result: SignInResult,
  { token, flow }: SignInAttempt,
): Promise<FileResponse> {
  if (result.result !== 'session') throw new Error('The result is not for a browser.');
  const { principal, isSecure } = call;
  if (principal !== null) await endSession(call, principal);
  const cookies = [sessionCookie(token, result.lifetimeSeconds, isSecure), csrfCookie(newToken(), isSecure)];
  return redirect(ownPath(flow.next), [...cookies, ...endFlow(call)]);
}

/** Ends the session of the caller. One that has ended meanwhile is no error. */
export async function endSession(call: Pick<Call, 'request'>, actor: Principal): Promise<void> {
  const parameters = { sessionId: actor.sessionId as number };
  await call.request(requestOf(deleteSession), { actor, parameters }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST') throw error;
  });
}
