import {
  ApiError,
  CheckInvitationLink,
  CompleteSignUp,
  GetSignUpForm,
  getJoinPage,
  getRegistrationPage,
  getSignUpPage,
  getSignUpSentPage,
  joinByLink,
  RequestSignUp,
  registerAccount,
  requestSignUp,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { minutesOf } from '../pages/error-page.js';
import { ownPath } from '../pages/own-path.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { attemptSignIn, finishSignIn } from '../sign-in-pages/finish-sign-in.js';
import { linkNotValidPage, registrationPage, type SignUpError, signUpPage, signUpSentPage } from './sign-up-pages.js';

const SIGN_UP_PATH = '/register/';
const DEACTIVATED_PATH = '/accounts/deactivated/';

/** Messages of the forms by the texts of the users service. */
const ERRORS: Readonly<Record<string, SignUpError>> = {
  'Enter a valid email address.': 'signIn.invalidEmail',
  'Outside your domain.': 'signUp.domain',
  'Please use your real email address.': 'signUp.disposable',
  'Email addresses containing + are not allowed.': 'signUp.plus',
  'The password is too weak.': 'signUp.weakPassword',
  'Already has an account.': 'signUp.hasAccount',
  'You need an invitation.': 'signUp.needsInvitation',
  'Name too long!': 'signUp.longName',
  'Name too short!': 'signUp.shortName',
};

@Controller()
export class SignUpPagesController {
  @Endpoint(getSignUpPage)
  async signUpPage(call: Call<typeof getSignUpPage>) {
    if (call.principal !== null) return redirect(ownPath(''));
    const visit = await PageVisit.begin(call);
    if (visit.realm.isDeactivated) return redirect(DEACTIVATED_PATH);
    return visit.show(signUpPage(visit.view, { action: SIGN_UP_PATH, email: '' }));
  }

  @Endpoint(requestSignUp)
  async request(call: Call<typeof requestSignUp>) {
    return requestMail(call, SIGN_UP_PATH, call.parameters.email);
  }

  @Endpoint(getSignUpSentPage)
  async sentPage(call: Call<typeof getSignUpSentPage>) {
    const visit = await PageVisit.begin(call);
    return visit.show(signUpSentPage(visit.view, call.parameters.email));
  }

  @Endpoint(getJoinPage)
  async joinPage(call: Call<typeof getJoinPage>) {
    const { key } = call.parameters;
    return orLinkNotValid(call, async (visit) => {
      await call.request(CheckInvitationLink, { realmId: call.realmId, key });
      return visit.show(signUpPage(visit.view, { action: joinPathOf(key), email: '' }));
    });
  }

  @Endpoint(joinByLink)
  async join(call: Call<typeof joinByLink>) {
    const { key, email } = call.parameters;
    return orLinkNotValid(call, async () => {
      await call.request(CheckInvitationLink, { realmId: call.realmId, key });
      return requestMail(call, joinPathOf(key), email, key);
    });
  }

  @Endpoint(getRegistrationPage)
  async registrationPage(call: Call<typeof getRegistrationPage>) {
    return showRegistration(call, { fullName: '' });
  }

  @Endpoint(registerAccount)
  async register(call: Call<typeof registerAccount>) {
    const { key, fullName, password, ...settings } = call.parameters;
    const attempt = attemptSignIn(call, { next: '' });
    try {
      const fields = { realmId: call.realmId, key, fullName, password, settings, target: attempt.target };
      return await finishSignIn(call, await call.request(CompleteSignUp, fields), attempt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
      if (!isRefusal(error)) throw error;
      return showRegistration(call, { fullName, error: errorOf(error) });
    }
  }
}

const joinPathOf = (key: string): string => `/join/${encodeURIComponent(key)}/`;

const isRefusal = ({ code }: ApiError): boolean => code === 'BAD_REQUEST';

const isOfDeactivatedRealm = ({ code }: ApiError): boolean => code === 'REALM_DEACTIVATED';

const errorOf = ({ message }: ApiError): SignUpError => ERRORS[message] ?? 'signUp.refused';

/** Sends the mail. The response is the same for every address that the realm accepts. */
async function requestMail(call: Call, action: string, email: string, invitationKey?: string): Promise<FileResponse> {
  const { realmId, address: clientAddress } = call;
  try {
    await call.request(RequestSignUp, { realmId, email, clientAddress, ...(invitationKey && { invitationKey }) });
    return redirect(`/accounts/send_confirm/?email=${encodeURIComponent(email.trim())}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
    const isLimit = error.status === 429;
    if (!isLimit && !isRefusal(error)) throw error;
    const visit = await PageVisit.begin(call);
    if (!isLimit) return visit.show(signUpPage(visit.view, { action, email, error: errorOf(error) }), { status: 400 });
    const page = signUpPage(visit.view, { action, email, error: 'error.limit', minutes: minutesOf(error) });
    return visit.show(page, { status: 429, headers: { 'retry-after': String(error.fields['retry-after']) } });
  }
}

/** The form of a mailed link, with the error of a refused one. */
function showRegistration(
  call: Call<typeof getRegistrationPage | typeof registerAccount>,
  filled: { readonly fullName: string; readonly error?: SignUpError },
): Promise<FileResponse> {
  const { key } = call.parameters;
  return orLinkNotValid(call, async (visit) => {
    const form = await call.request(GetSignUpForm, { realmId: call.realmId, key });
    const page = registrationPage(visit.view, { key, ...form, ...filled });
    return visit.show(page, { status: filled.error === undefined ? 200 : 400 });
  });
}

/** Shows the page of links that do not work if the service refuses the key. */
async function orLinkNotValid(call: Call, show: (visit: PageVisit) => Promise<FileResponse>): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  try {
    return await show(visit);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
    if (!isRefusal(error)) throw error;
    return visit.show(linkNotValidPage(visit.view), { status: 404 });
  }
}

@Module({ controllers: [SignUpPagesController] })
export class SignUpPagesModule {}
