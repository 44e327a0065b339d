import {
  ApiError,
  BeginPasskeySignIn,
  badRequest,
  deletePasskey,
  deletePasskeyByForm,
  getPasskeySignInOptions,
  requestOf,
  SignInWithPasskey,
  signInByPasskey,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { csrfTokenIn } from '../admission/session-cookies.js';
import { hashOfToken } from '../admission/verify-credentials.js';
import { type Call, Endpoint } from '../http/index.js';
import { ACCOUNT_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { toSignIn } from '../pages/to-sign-in.js';
import { attemptSignIn, finishSignIn } from './finish-sign-in.js';
import { refusedSignIn } from './refused-sign-in.js';
import { showAccount } from './show-account.js';
import { flowOf } from './sign-in-flow.js';
import type { SignInError } from './sign-in-page.js';

/** One message for every refusal. */
const ERRORS: Readonly<Record<string, SignInError>> = {
  BAD_REQUEST: 'passkeys.refused',
  USER_DEACTIVATED: 'passkeys.refused',
};

@Controller()
export class PasskeyPagesController {
  @Endpoint(getPasskeySignInOptions)
  options(call: Call<typeof getPasskeySignInOptions>) {
    return call.request(BeginPasskeySignIn, { realmId: call.realmId, browserHash: browserHashOf(call) });
  }

  @Endpoint(signInByPasskey)
  async signIn(call: Call<typeof signInByPasskey>) {
    const { response: text, next } = call.parameters;
    const { flow } = flowOf(call, undefined, next);
    const attempt = attemptSignIn(call, flow);
    try {
      const fields = { realmId: call.realmId, browserHash: browserHashOf(call), response: objectIn(text) };
      return await finishSignIn(
        call,
        await call.request(SignInWithPasskey, { ...fields, target: attempt.target }),
        attempt,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refusedSignIn(call, error, { username: '', next, errors: ERRORS });
    }
  }

  /** A passkey that was deleted meanwhile is no error: the page no longer shows it. */
  @Endpoint(deletePasskeyByForm)
  async delete(call: Call<typeof deletePasskeyByForm>) {
    const { principal, parameters } = call;
    if (principal === null) return toSignIn();
    try {
      await call.request(requestOf(deletePasskey), { actor: principal, parameters });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      if (error.message !== 'No such passkey') return showAccount(call, principal, 'passkeys.notDeleted');
    }
    return redirect(ACCOUNT_PATH);
  }
}

/** The CSRF token is a secret of the browser, and the form had to repeat it. */
const browserHashOf = ({ headers, isSecure }: Call): string => hashOfToken(csrfTokenIn(headers, isSecure) ?? '');

function objectIn(text: string): Record<string, unknown> {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('response is not an object');
  return value as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

@Module({ controllers: [PasskeyPagesController] })
export class PasskeyPagesModule {}
