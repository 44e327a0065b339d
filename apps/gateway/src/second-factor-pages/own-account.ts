import {
  ApiError,
  getSecondFactor,
  type Principal,
  requestOf,
  type SecondFactorState,
  type Wire,
} from '@chat/contracts';
import type { Call, FileResponse } from '../http/index.js';
import type { Html } from '../pages/html.js';
import type { PageView } from '../pages/page-view.js';
import { PageVisit } from '../pages/page-visit.js';
import { showRefused } from '../pages/refused-forms.js';
import { toSignIn } from '../pages/to-sign-in.js';
import { codeErrorOf } from './code-errors.js';
import type { AccountFormError } from './second-factor-pages.js';

export const stateOf = (call: Call, actor: Principal): Promise<Wire<SecondFactorState>> =>
  call.request(requestOf(getSecondFactor), { actor, parameters: {} });

/** An empty field is no password. */
export const givenPassword = (password: string) => (password === '' ? {} : { password });

type Page = (view: PageView, state: Wire<SecondFactorState>, error: AccountFormError) => Html;

/** Runs a change of the account, from the page at `path`. A refusal about the form shows its page again; `page` makes it. */
export async function changeOwn(
  call: Call & { readonly principal: Principal | null },
  path: string,
  run: (actor: Principal) => Promise<FileResponse>,
  page: Page,
): Promise<FileResponse> {
  const { principal: actor } = call;
  if (actor === null) return toSignIn(path);
  try {
    return await run(actor);
  } catch (error) {
    const known = error instanceof ApiError ? formErrorOf(error) : undefined;
    if (known === undefined) throw error;
    const [visit, state] = await Promise.all([PageVisit.begin(call), stateOf(call, actor)]);
    // After a wrong password the form keeps its field.
    const shown = { ...state, needs_password: state.needs_password || known.message === 'account.wrongPassword' };
    return showRefused(visit, error as ApiError, page(visit.view, shown, known));
  }
}

function formErrorOf(error: ApiError): AccountFormError | undefined {
  if (error.code === 'REAUTHENTICATION_REQUIRED') return { message: 'account.needsPassword' };
  if (error.message === 'Password is incorrect.') return { message: 'account.wrongPassword' };
  return codeErrorOf(error);
}
