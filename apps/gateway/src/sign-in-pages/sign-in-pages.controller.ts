import {
  ApiError,
  deleteSessions,
  endSessionsByForm,
  getAccountPage,
  getDeactivatedPage,
  getSignInPage,
  requestOf,
  SignInWithPassword,
  signIn,
  signOut,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { endedSessionCookie } from '../admission/session-cookies.js';
import { type Call, Endpoint } from '../http/index.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { ownPath } from '../pages/own-path.js';
import { ACCOUNT_PATH, DEACTIVATED_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { toSignIn } from '../pages/to-sign-in.js';
import { attemptSignIn, endSession, finishSignIn } from './finish-sign-in.js';
import { choicesOf, refusedSignIn } from './refused-sign-in.js';
import { showAccount } from './show-account.js';
import { flowOf } from './sign-in-flow.js';
import { type SignInError, signInPage } from './sign-in-page.js';

/** Messages of the form by the codes of refused sign-ins. */
const ERRORS: Readonly<Record<string, SignInError>> = {
  AUTHENTICATION_FAILED: 'signIn.wrong',
  BAD_REQUEST: 'signIn.invalidEmail',
  PASSWORD_AUTH_DISABLED: 'signIn.disabled',
  USER_DEACTIVATED: 'signIn.deactivated',
};

@Controller()
export class SignInPagesController {
  @Endpoint(getSignInPage)
  async signInPage(call: Call<typeof getSignInPage>) {
    const { next, email, isDeactivated, alreadyRegistered } = call.parameters;
    const { cookies } = flowOf(call, call.parameters, next);
    // The app of a new flow is to get the account that the person chooses now.
    if (call.principal !== null && cookies.length === 0) return redirect(ownPath(next));
    const visit = await PageVisit.begin(call);
    if (visit.realm.isDeactivated) return redirect(DEACTIVATED_PATH);
    const username = email || alreadyRegistered;
    const page = signInPage(visit.view, {
      username,
      next,
      ...choicesOf(visit),
      ...(isDeactivated !== '' && { notice: { message: 'signIn.deactivated', email: isDeactivated } }),
      ...(alreadyRegistered !== '' && { notice: { message: 'signIn.alreadyRegistered', email: alreadyRegistered } }),
    });
    return visit.show(page, { cookies });
  }

  @Endpoint(signIn)
  async signIn(call: Call<typeof signIn>) {
    const { username, password, next } = call.parameters;
    const { flow, cookies } = flowOf(call, call.parameters, next);
    const attempt = attemptSignIn(call, flow);
    try {
      const fields = { realmId: call.realmId, username, password, target: attempt.target };
      return await finishSignIn(call, await call.request(SignInWithPassword, fields), attempt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refusedSignIn(call, error, { username, next, cookies, errors: ERRORS });
    }
  }

  @Endpoint(signOut)
  async signOut(call: Call<typeof signOut>) {
    if (call.principal !== null) await endSession(call, call.principal);
    return redirect(SIGN_IN_PATH, [endedSessionCookie(call.isSecure)]);
  }

  @Endpoint(getDeactivatedPage)
  async deactivatedPage(call: Call<typeof getDeactivatedPage>) {
    const visit = await PageVisit.begin(call);
    if (!visit.realm.isDeactivated) return redirect(SIGN_IN_PATH);
    const { language } = visit.view;
    const body = html`<p>${language.text('deactivated.text', { realm: visit.realm.name })}</p>`;
    return visit.show(layout(visit.view, { title: language.text('deactivated.title'), body }));
  }

  @Endpoint(getAccountPage)
  async accountPage(call: Call<typeof getAccountPage>) {
    const { principal } = call;
    if (principal === null) return toSignIn();
    return showAccount(call, principal);
  }

  /** A session that has ended meanwhile is no error: the page no longer shows it. */
  @Endpoint(endSessionsByForm)
  async endSessions(call: Call<typeof endSessionsByForm>) {
    const { principal, parameters } = call;
    if (principal === null) return toSignIn();
    const { sessionId } = parameters;
    if (sessionId !== undefined) await endSession(call, { ...principal, sessionId });
    else {
      const others = { keepCurrent: true, apiKey: false };
      await call.request(requestOf(deleteSessions), { actor: principal, parameters: others });
    }
    return redirect(ACCOUNT_PATH);
  }
}

@Module({ controllers: [SignInPagesController] })
export class SignInPagesModule {}
