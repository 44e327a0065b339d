import {
  ApiError,
  CheckRealmCreation,
  FoundRealm,
  getNewRealmByLinkPage,
  getNewRealmPage,
  type NewRealmForm,
  REALM_CREATION_ERRORS,
  RequestRealm,
  registerRealm,
  requestRealm,
  requestRealmByLink,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { redirect } from '../pages/page-response.js';
import { type PageVisit, showPage } from '../pages/page-visit.js';
import { isLinkNotValid, orFormAgain, orLinkNotValid, type Refusal } from '../pages/refused-forms.js';
import { attemptSignIn } from '../sign-in-pages/finish-sign-in.js';
import { chosenIn, orRegistrationAgain } from '../sign-up-pages/registration.js';
import { type NewRealmError, newRealmPage, realmCreationClosedPage } from './realm-creation-pages.js';

const PATH = '/new/';
const EMPTY: NewRealmForm = { email: '', realmName: '', realmType: '0', realmSubdomain: '' };

const ERRORS: Readonly<Record<string, NewRealmError>> = {
  'Enter a valid email address.': 'signIn.invalidEmail',
  [REALM_CREATION_ERRORS.name]: 'newRealm.error.name',
  [REALM_CREATION_ERRORS.subdomain]: 'newRealm.error.subdomain',
  [REALM_CREATION_ERRORS.shortSubdomain]: 'newRealm.error.shortSubdomain',
  [REALM_CREATION_ERRORS.takenSubdomain]: 'newRealm.error.takenSubdomain',
  [REALM_CREATION_ERRORS.reservedSubdomain]: 'newRealm.error.takenSubdomain',
};

@Controller()
export class RealmCreationPagesController {
  @Endpoint(getNewRealmPage)
  newPage(call: Call<typeof getNewRealmPage>) {
    return orClosed(call, async () => {
      await call.request(CheckRealmCreation, { realmId: call.realmId });
      return showPage(call, (view) => newRealmPage(view, { action: PATH, filled: EMPTY }));
    });
  }

  @Endpoint(requestRealm)
  request(call: Call<typeof requestRealm>) {
    return orClosed(call, () => requestMail(call, PATH, call.parameters));
  }

  @Endpoint(getNewRealmByLinkPage)
  newPageByLink(call: Call<typeof getNewRealmByLinkPage>) {
    const { key } = call.parameters;
    return orLinkNotValid(call, async (visit) => {
      await call.request(CheckRealmCreation, { realmId: call.realmId, key });
      return visit.show(newRealmPage(visit.view, { action: pathOf(key), filled: EMPTY }));
    });
  }

  @Endpoint(requestRealmByLink)
  requestByLink(call: Call<typeof requestRealmByLink>) {
    const { key, ...filled } = call.parameters;
    return orLinkNotValid(call, () => requestMail(call, pathOf(key), filled, key));
  }

  /** The new organization is another origin, so the browser takes a token there. */
  @Endpoint(registerRealm)
  register(call: Call<typeof registerRealm>) {
    const { password, ...filled } = call.parameters;
    return orRegistrationAgain(call, filled, async () => {
      const { defaultStreamGroups: _, ...chosen } = chosenIn(filled);
      const { target } = attemptSignIn(call, { next: '' });
      const fields = { realmId: call.realmId, password, target, ...chosen };
      const { url, loginToken } = await call.request(FoundRealm, fields);
      return redirect(`${url}/accounts/login/subdomain/${loginToken}`);
    });
  }
}

const pathOf = (key: string): string => `${PATH}${encodeURIComponent(key)}`;

/** Errors of the link and of a closed installation have pages of their own; those of the form bring it back. */
function requestMail(call: Call, action: string, filled: NewRealmForm, key?: string): Promise<FileResponse> {
  const { realmId, address: clientAddress } = call;
  const { email, realmName, realmSubdomain } = filled;
  const send = async () => {
    const wish = { email, realmName, realmType: numberIn(filled.realmType), realmSubdomain };
    await call.request(RequestRealm, { realmId, clientAddress, ...wish, ...(key !== undefined && { key }) });
    return redirect(`/accounts/send_confirm/?email=${encodeURIComponent(email.trim())}`);
  };
  const page = ({ view }: PageVisit, refused: Refusal) =>
    newRealmPage(view, {
      action,
      filled,
      error: refused.error ? (ERRORS[refused.error.message] ?? 'signUp.refused') : 'error.limit',
      minutes: refused.minutes,
    });
  return orFormAgain(call, send, page, (error) => isLinkNotValid(error) || isClosed(error));
}

const isClosed = ({ message }: ApiError): boolean => message === REALM_CREATION_ERRORS.closed;

/** No number: a type that does not exist. */
const numberIn = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : -1);

async function orClosed(call: Call, show: () => Promise<FileResponse>): Promise<FileResponse> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof ApiError) || !isClosed(error)) throw error;
    return showPage(call, realmCreationClosedPage, { status: 403 });
  }
}

@Module({ controllers: [RealmCreationPagesController] })
export class RealmCreationPagesModule {}
