import {
  acceptedProviders,
  BeginOidcSignIn,
  BeginSamlSignIn,
  type IdentityProvider,
  notFound,
  type ProtocolSelection,
  type ProviderProtocol,
  type ProviderSelection,
  type ProviderSignInStart,
  providersOf,
  type RealmRecord,
  type RequestClass,
  startAtOnlyProvider,
  startAtProvider,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { hashOfToken } from '../admission/verify-credentials.js';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { DEACTIVATED_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { beginFlow, flowOf } from '../sign-in-pages/sign-in-flow.js';
import { isDesktopApp, showDesktopApp } from './desktop-app-page.js';
import { OpenIdConnectController } from './openid-connect.controller.js';
import { showProblem } from './provider-sign-in.js';
import { SamlPagesController } from './saml-pages.controller.js';

const REQUESTS: Readonly<Record<ProviderProtocol, RequestClass<ProviderSignInStart>>> = {
  oidc: BeginOidcSignIn,
  saml: BeginSamlSignIn,
};

@Controller()
export class ProviderStartController {
  @Endpoint(startAtProvider)
  start(call: Call<typeof startAtProvider>) {
    return start(call, call.parameters);
  }

  @Endpoint(startAtOnlyProvider)
  startAtOnly(call: Call<typeof startAtOnlyProvider>) {
    return start(call, call.parameters);
  }
}

type Selection = ProtocolSelection & Partial<ProviderSelection>;

/** Sends the browser to a provider, with a flow that only this browser can complete. */
async function start(call: Call, selection: Selection): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  const { realm } = visit;
  if (realm.isDeactivated) return redirect(DEACTIVATED_PATH);
  const provider = selectedProvider(realm, selection);
  if (!acceptedProviders(realm).includes(provider)) return showProblem(visit, 'method_disabled');
  const { page, protocol, next, multiuseObjectKey } = selection;
  const isWithoutKey = selection.desktopFlowOtp === '' && selection.mobileFlowOtp === '';
  if (isWithoutKey && isDesktopApp(call)) return showDesktopApp(visit);
  const given = {
    ...(multiuseObjectKey !== '' && { multiuseObjectKey }),
    isSignup: page === 'register' || selection.isSignup,
  };
  // The flow of the browser goes on, with its secret: a sign-in that it has begun in another window remains usable.
  const { flow: known } = flowOf(call, selection, next === '' ? undefined : next);
  const { flow, cookie } = beginFlow({ ...known, ...given }, call.isSecure);
  const fields = { providerId: provider.id, browserHash: hashOfToken(flow.secret), realmUrl: realm.url };
  const begun = await call.request(REQUESTS[protocol], { realmId: call.realmId, ...fields });
  if (begun.result === 'begun') return redirect(begun.redirectUrl, [cookie]);
  return showProblem(visit, begun.reason);
}

/** Without an id, the only provider of the protocol. */
function selectedProvider(realm: RealmRecord, { protocol, providerId: id }: Selection): IdentityProvider {
  const providers = providersOf(realm).filter((provider) => provider.protocol === protocol);
  const [only, ...others] = id === undefined ? providers : providers.filter((provider) => provider.id === id);
  if (only === undefined || others.length > 0) throw notFound();
  return only;
}

@Module({ controllers: [OpenIdConnectController, ProviderStartController, SamlPagesController] })
export class ProviderPagesModule {}
