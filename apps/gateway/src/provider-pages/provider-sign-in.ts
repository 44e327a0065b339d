import type { ProviderSignInResult, SamlFault } from '@chat/contracts';
import { hashOfToken } from '../admission/verify-credentials.js';
import type { Call, FileResponse } from '../http/index.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { attemptSignIn, finishSignIn, leadToToken, type SignInAttempt } from '../sign-in-pages/finish-sign-in.js';
import { endFlow, readFlow } from '../sign-in-pages/sign-in-flow.js';
import { type ProviderProblem, providerProblemPage } from './provider-problem-page.js';

const FAILED_PATH = '/accounts/login/failed/';

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

/** `fault`: of a refused SAML document. */
export const showProblem = (visit: PageVisit, problem: ProviderProblem, fault?: SamlFault): FileResponse =>
  visit.show(providerProblemPage(visit.view, problem, fault), { status: problem === 'unavailable' ? 503 : 400 });
