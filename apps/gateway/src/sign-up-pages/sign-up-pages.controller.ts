import {
  ApiError,
  acceptedProviders,
  CheckInvitationLink,
  CompleteSignUp,
  GetSignUpForm,
  getJoinPage,
  getRegistrationPage,
  getSignUpPage,
  getSignUpSentPage,
  joinByLink,
  ListStreamGroupChoices,
  RequestSignUp,
  registerAccount,
  requestSignUp,
  TERMS_NOT_ACCEPTED,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { ownPath } from '../pages/own-path.js';
import { DEACTIVATED_PATH, SIGN_UP_PATH } from '../pages/page-paths.js';
import { redirect, withCookies } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { isOfDeactivatedRealm, isRefusal, orFormAgain, orLinkNotValid } from '../pages/refused-forms.js';
import { attemptSignIn, finishSignIn } from '../sign-in-pages/finish-sign-in.js';
import { flowOf } from '../sign-in-pages/sign-in-flow.js';
import { type FilledRegistration, registrationPage } from './registration-page.js';
import { type SignUpError, signUpPage, signUpSentPage } from './sign-up-pages.js';

/** Messages of the forms by the texts of the users service. */
const ERRORS: Readonly<Record<string, SignUpError>> = {
  'Enter a valid email address.': 'signIn.invalidEmail',
  'Outside your domain.': 'signUp.domain',
  'Please use your real email address.': 'signUp.disposable',
  'Email addresses containing + are not allowed.': 'signUp.plus',
  'The password is too weak.': 'signUp.weakPassword',
  'Already has an account.': 'signUp.hasAccount',
  'You need an invitation.': 'signUp.needsInvitation',
  [TERMS_NOT_ACCEPTED]: 'signUp.termsNeeded',
  'Name too long!': 'signUp.longName',
  'Name too short!': 'signUp.shortName',
};

@Controller()
export class SignUpPagesController {
  @Endpoint(getSignUpPage)
  async signUpPage(call: Call<typeof getSignUpPage>) {
    const { cookies } = flowOf(call, call.parameters);
    if (call.principal !== null && cookies.length === 0) return redirect(ownPath(''));
    const visit = await PageVisit.begin(call);
    if (visit.realm.isDeactivated) return redirect(DEACTIVATED_PATH);
    return visit.show(
      signUpPage(visit.view, { action: SIGN_UP_PATH, email: '', providers: acceptedProviders(visit.realm) }),
      { cookies },
    );
  }

  @Endpoint(requestSignUp)
  async request(call: Call<typeof requestSignUp>) {
    const { cookies } = flowOf(call, call.parameters);
    return withCookies(await requestMail(call, SIGN_UP_PATH, call.parameters.email), cookies);
  }

  @Endpoint(getSignUpSentPage)
  async sentPage(call: Call<typeof getSignUpSentPage>) {
    const visit = await PageVisit.begin(call);
    return visit.show(signUpSentPage(visit.view, call.parameters.email));
  }

  @Endpoint(getJoinPage)
  async joinPage(call: Call<typeof getJoinPage>) {
    const { key } = call.parameters;
    const { cookies } = flowOf(call, call.parameters);
    return orLinkNotValid(call, async (visit) => {
      await call.request(CheckInvitationLink, { realmId: call.realmId, key });
      const providers = acceptedProviders(visit.realm);
      const page = { action: joinPathOf(key), email: '', providers, invitationKey: key };
      return visit.show(signUpPage(visit.view, page), { cookies });
    });
  }

  @Endpoint(joinByLink)
  async join(call: Call<typeof joinByLink>) {
    const { key, email } = call.parameters;
    const { cookies } = flowOf(call, call.parameters);
    return orLinkNotValid(call, async () => {
      await call.request(CheckInvitationLink, { realmId: call.realmId, key });
      return withCookies(await requestMail(call, joinPathOf(key), email, key), cookies);
    });
  }

  @Endpoint(getRegistrationPage)
  async registrationPage(call: Call<typeof getRegistrationPage>) {
    return showRegistration(call);
  }

  @Endpoint(registerAccount)
  async register(call: Call<typeof registerAccount>) {
    const { password, ...filled } = call.parameters;
    const attempt = attemptSignIn(call, flowOf(call).flow);
    try {
      const fields = { realmId: call.realmId, password, target: attempt.target, ...chosenIn(filled) };
      return await finishSignIn(call, await call.request(CompleteSignUp, fields), attempt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
      if (!isRefusal(error)) throw error;
      return showRegistration(call, filled, errorOf(error));
    }
  }
}

const joinPathOf = (key: string): string => `/join/${encodeURIComponent(key)}/`;

const errorOf = ({ message }: ApiError): SignUpError => ERRORS[message] ?? 'signUp.refused';

/** Sends the mail. The response is the same for every address that the realm accepts. */
function requestMail(call: Call, action: string, email: string, invitationKey?: string): Promise<FileResponse> {
  const { realmId, address: clientAddress } = call;
  const send = async () => {
    await call.request(RequestSignUp, { realmId, email, clientAddress, ...(invitationKey && { invitationKey }) });
    return redirect(`/accounts/send_confirm/?email=${encodeURIComponent(email.trim())}`);
  };
  return orFormAgain(call, send, ({ view, realm }, { error, minutes }) => {
    const page = { action, email, providers: acceptedProviders(realm), invitationKey };
    return signUpPage(view, { ...page, error: error ? errorOf(error) : 'error.limit', minutes });
  });
}

/** The account as the form asks for it. The users service checks the values. */
function chosenIn({ key, fullName, timezone, emailAddressVisibility, defaultStreamGroup, terms }: FilledRegistration) {
  const settings = {
    ...(timezone !== '' && { timezone }),
    ...(emailAddressVisibility !== '' && { emailAddressVisibility: Number(emailAddressVisibility) }),
  };
  return { key, fullName, settings, defaultStreamGroups: defaultStreamGroup ?? [], acceptsTerms: terms !== '' };
}

/** The form of a mailed link, with the typed values and the error of a refused one. */
function showRegistration(
  call: Call<typeof getRegistrationPage | typeof registerAccount>,
  filled?: FilledRegistration,
  error?: SignUpError,
): Promise<FileResponse> {
  const { realmId, parameters } = call;
  return orLinkNotValid(call, async (visit) => {
    const form = await call.request(GetSignUpForm, { realmId, key: parameters.key });
    const streamGroups = await call.request(ListStreamGroupChoices, { realmId });
    const { server, userSettingsDefaults } = visit.realm;
    const page = registrationPage(visit.view, {
      form,
      filled: filled ?? {
        ...{ key: parameters.key, fullName: form.fullName ?? '', timezone: '', terms: '', defaultStreamGroup: [] },
        emailAddressVisibility: String(userSettingsDefaults.emailAddressVisibility),
      },
      streamGroups,
      termsUrl: server.termsOfServiceUrl ?? null,
      error,
    });
    return visit.show(page, { status: error === undefined ? 200 : 400 });
  });
}

@Module({ controllers: [SignUpPagesController] })
export class SignUpPagesModule {}
