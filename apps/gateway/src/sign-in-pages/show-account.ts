import {
  GetOwnUser,
  getSecondFactor,
  listOwnIdentities,
  listPasskeys,
  listSessions,
  type Principal,
  requestOf,
} from '@chat/contracts';
import type { Call, FileResponse } from '../http/index.js';
import { PageVisit } from '../pages/page-visit.js';
import { type AccountError, accountPage } from './account-page.js';

/** The account page; with the error of a refused form, its status is 400. */
export async function showAccount(call: Call, actor: Principal, error?: AccountError): Promise<FileResponse> {
  const own = { actor, parameters: {} };
  const [visit, { fullName, deliveryEmail }, { sessions }, { identities }, { passkeys }, secondFactor] =
    await Promise.all([
      PageVisit.begin(call),
      call.request(GetOwnUser, { actor }),
      call.request(requestOf(listSessions), own),
      call.request(requestOf(listOwnIdentities), own),
      call.request(requestOf(listPasskeys), own),
      call.request(requestOf(getSecondFactor), own),
    ]);
  const providers = visit.realm.server.identityProviders ?? [];
  const person = { fullName, email: deliveryEmail ?? actor.email };
  const ways = { identities, providers, passkeys, secondFactor, needsPassword: secondFactor.needs_password };
  const page = accountPage(visit.view, { ...person, ...ways, sessions, error });
  return visit.show(page, { status: error === undefined ? 200 : 400 });
}
