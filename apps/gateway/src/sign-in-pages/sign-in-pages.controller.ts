import {
  ApiError,
  acceptedProviders,
  deleteSessions,
  endSessionsByForm,
  GetOwnUser,
  getAccountPage,
  getDeactivatedPage,
  getSignInPage,
  listOwnIdentities,
  listSessions,
  requestOf,
  SignInWithPassword,
  signIn,
  signOut,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { endedSessionCookie } from '../admission/session-cookies.js';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { minutesOf } from '../pages/error-page.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { ownPath } from '../pages/own-path.js';
import { DEACTIVATED_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { accountPage } from './account-page.js';
import { attemptSignIn, endSession, finishSignIn } from './finish-sign-in.js';
import { flowOf } from './sign-in-flow.js';
import { type SignInError, signInPage } from './sign-in-page.js';

const ACCOUNT_PATH = '/account/';

/** Messages of the form by the codes of refused sign-ins. */
const ERRORS: Readonly<Record<string, SignInError>> = {
  AUTHENTICATION_FAILED: 'signIn.wrong',
  BAD_REQUEST: 'signIn.invalidEmail',
  PASSWORD_AUTH_DISABLED: 'signIn.disabled',
  USER_DEACTIVATED: 'signIn.deactivated',
  RATE_LIMIT_HIT: 'error.limit',
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
      return refusedSignIn(call, error, cookies);
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
    const [visit, { fullName, deliveryEmail }, { sessions }, { identities }] = await Promise.all([
      PageVisit.begin(call),
      call.request(GetOwnUser, { actor: principal }),
      call.request(requestOf(listSessions), { actor: principal, parameters: {} }),
      call.request(requestOf(listOwnIdentities), { actor: principal, parameters: {} }),
    ]);
    const email = deliveryEmail ?? principal.email;
    const providers = visit.realm.server.identityProviders ?? [];
    return visit.show(accountPage(visit.view, { fullName, email, sessions, identities, providers }));
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

const toSignIn = (): FileResponse => redirect(`${SIGN_IN_PATH}?next=${encodeURIComponent(ACCOUNT_PATH)}`);

/** The ways to sign in that the page offers. */
const choicesOf = ({ realm }: PageVisit) => ({
  takesNames: realm.server.directoryEnabled && realm.authenticationMethods.LDAP,
  providers: acceptedProviders(realm),
});

/** The form with the typed name. Throws an error that is not about the form. */
async function refusedSignIn(
  call: Call<typeof signIn>,
  error: ApiError,
  cookies: readonly string[],
): Promise<FileResponse> {
  if (error.code === 'REALM_DEACTIVATED') return redirect(DEACTIVATED_PATH);
  const message = ERRORS[error.code ?? ''];
  if (message === undefined) throw error;
  const visit = await PageVisit.begin(call);
  const { username, next } = call.parameters;
  const isLimit = error.status === 429;
  const minutes = minutesOf(error);
  const page = signInPage(visit.view, { username, next, ...choicesOf(visit), error: message, minutes });
  if (!isLimit) return visit.show(page, { status: 400, cookies });
  return visit.show(page, { status: 429, cookies, headers: { 'retry-after': String(error.fields['retry-after']) } });
}

@Module({ controllers: [SignInPagesController] })
export class SignInPagesModule {}
