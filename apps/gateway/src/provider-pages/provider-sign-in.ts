import {
  acceptedProviders,
  type BegunProviderSignIn,
  type FailedProviderStep,
  type getFailedSignInPage,
  type IdentityProvider,
  notFound,
  type ProviderProtocol,
  type ProviderSignInQuery,
  type ProviderSignInResult,
  providersOf,
  type RealmRecord,
  type SamlFault,
} from '@chat/contracts';
import { hashOfToken } from '../admission/verify-credentials.js';
import type { Call, FileResponse } from '../http/index.js';
import { DEACTIVATED_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { attemptSignIn, finishSignIn, leadToToken, type SignInAttempt } from '../sign-in-pages/finish-sign-in.js';
import { beginFlow, endFlow, flowOf, readFlow } from '../sign-in-pages/sign-in-flow.js';
import { isDesktopApp, showDesktopApp } from './desktop-app-page.js';
import { type ProviderProblem, providerProblemPage } from './provider-problem-page.js';

const FAILED_PATH = '/accounts/login/failed/';

/** Fields of the request that begins a sign-in at a provider. */
export interface ProviderStart {
  readonly realmId: number;
  readonly providerId: string;
  readonly browserHash: string;
  readonly realmUrl: string;
}

/** A request for the first page. */
export interface StartRequest {
  readonly protocol: ProviderProtocol;
  /** The only provider of the protocol if undefined. */
  readonly providerId?: string;
  readonly isSignUp: boolean;
  readonly query: ProviderSignInQuery;
}

/** Sends the browser to a provider, with a flow that only this browser can complete. */
export async function startAtProvider(
  call: Call,
  { protocol, providerId, isSignUp, query }: StartRequest,
  begin: (start: ProviderStart) => Promise<BegunProviderSignIn | FailedProviderStep>,
): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  const { realm } = visit;
  if (realm.isDeactivated) return redirect(DEACTIVATED_PATH);
  const provider = selectedProvider(realm, protocol, providerId);
  if (!acceptedProviders(realm).includes(provider)) return showProblem(visit, 'method_disabled');
  const isWithoutKey = query.desktopFlowOtp === '' && query.mobileFlowOtp === '';
  if (isWithoutKey && isDesktopApp(call)) return showDesktopApp(visit);
  const { next, multiuseObjectKey } = query;
  const given = {
    ...(multiuseObjectKey !== '' && { multiuseObjectKey }),
    isSignup: isSignUp || query.isSignup,
  };
  // The flow of the browser goes on, with its secret: a sign-in that it has begun in another window remains usable.
  const { flow: known } = flowOf(call, query, next === '' ? undefined : next);
  const { flow, cookie } = beginFlow({ ...known, ...given }, call.isSecure);
  const browserHash = hashOfToken(flow.secret);
  const begun = await begin({ realmId: call.realmId, providerId: provider.id, browserHash, realmUrl: realm.url });
  if (begun.result === 'begun') return redirect(begun.redirectUrl, [cookie]);
  return showProblem(visit, begun.reason);
}

/** The part of the request that completes a sign-in which this browser adds, and the attempt for {@link finishAtProvider}. */
export function attemptAtProvider(call: Call) {
  const flow = readFlow(call);
  const attempt = attemptSignIn(call, flow ?? { next: '' });
  const { multiuseObjectKey } = attempt.flow;
  const fields = {
    realmId: call.realmId,
    browserHash: flow === undefined ? '' : hashOfToken(flow.secret),
    target: attempt.target,
    ...(multiuseObjectKey && { invitationKey: multiuseObjectKey }),
  };
  return { attempt, fields };
}

/** The response to the return from a provider. `returnPath`: path and query of the return, for the realm where the flow began. */
export async function finishAtProvider(
  call: Call,
  result: ProviderSignInResult,
  attempt: SignInAttempt,
  returnPath: string,
): Promise<FileResponse> {
  switch (result.result) {
    case 'other_realm': {
      const visit = await PageVisit.begin(call);
      if (result.realmUrl === visit.realm.url) return showProblem(visit, 'no_flow');
      return redirect(`${result.realmUrl}${returnPath}`);
    }
    case 'registration':
      return redirect(`/accounts/do_confirm/${encodeURIComponent(result.key)}`);
    case 'deactivated':
      return redirect(`${SIGN_IN_PATH}?is_deactivated=${encodeURIComponent(result.email)}`, endFlow(call));
    case 'no_flow':
      return showProblem(await PageVisit.begin(call), 'no_flow');
    case 'provider_failed':
    case 'refused':
      // The redirect takes the used state, code or ticket out of the address of the browser.
      return redirect(`${FAILED_PATH}?reason=${result.reason}`);
    case 'login_token':
      return leadToToken(call, result, attempt);
    default:
      return finishSignIn(call, result, attempt);
  }
}

/** The page of the reason of a refused sign-in. */
export async function showFailed(call: Call<typeof getFailedSignInPage>): Promise<FileResponse> {
  return showProblem(await PageVisit.begin(call), call.parameters.reason);
}

function selectedProvider(realm: RealmRecord, protocol: ProviderProtocol, id: string | undefined): IdentityProvider {
  const providers = providersOf(realm).filter((provider) => provider.protocol === protocol);
  const [only, ...others] = id === undefined ? providers : providers.filter((provider) => provider.id === id);
  if (only === undefined || others.length > 0) throw notFound();
  return only;
}

/** `fault`: of a refused SAML document. */
export const showProblem = (visit: PageVisit, problem: ProviderProblem, fault?: SamlFault): FileResponse =>
  visit.show(providerProblemPage(visit.view, problem, fault), { status: problem === 'unavailable' ? 503 : 400 });
