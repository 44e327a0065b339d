import {
  acceptedProviders,
  CheckInvitationLink,
  CompleteSignUp,
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
import { ownPath } from '../pages/own-path.js';
import { DEACTIVATED_PATH, SIGN_UP_PATH } from '../pages/page-paths.js';
import { redirect, withCookies } from '../pages/page-response.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { isLinkNotValid, orFormAgain, orLinkNotValid, type Refusal } from '../pages/refused-forms.js';
import { attemptSignIn, finishSignIn } from '../sign-in-pages/finish-sign-in.js';
import { flowOf } from '../sign-in-pages/sign-in-flow.js';
import { chosenIn, orRegistrationAgain, showRegistration, signUpErrorOf } from './registration.js';
import { signUpPage, signUpSentPage } from './sign-up-pages.js';

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
  sentPage(call: Call<typeof getSignUpSentPage>) {
    return showPage(call, (view) => signUpSentPage(view, call.parameters.email));
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
  register(call: Call<typeof registerAccount>) {
    const { password, ...filled } = call.parameters;
    return orRegistrationAgain(call, filled, async () => {
      const attempt = attemptSignIn(call, flowOf(call).flow);
      const fields = { realmId: call.realmId, password, target: attempt.target, ...chosenIn(filled) };
      return finishSignIn(call, await call.request(CompleteSignUp, fields), attempt);
    });
  }
}

const joinPathOf = (key: string): string => `/join/${encodeURIComponent(key)}/`;

/** Sends the mail. The response is the same for every address that the realm accepts. */
function requestMail(call: Call, action: string, email: string, invitationKey?: string): Promise<FileResponse> {
  const { realmId, address: clientAddress } = call;
  const send = async () => {
    await call.request(RequestSignUp, { realmId, email, clientAddress, ...(invitationKey && { invitationKey }) });
    return redirect(`/accounts/send_confirm/?email=${encodeURIComponent(email.trim())}`);
  };
  const page = ({ view, realm }: PageVisit, { error, minutes }: Refusal) => {
    const filled = { action, email, providers: acceptedProviders(realm), invitationKey };
    return signUpPage(view, { ...filled, error: error ? signUpErrorOf(error) : 'error.limit', minutes });
  };
  return orFormAgain(call, send, page, isLinkNotValid);
}

@Module({ controllers: [SignUpPagesController] })
export class SignUpPagesModule {}
