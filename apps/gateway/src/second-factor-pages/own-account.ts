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
import { PageVisit } from '../pages/page-visit.js';
import type { AccountFormError } from './account-pages.js';
import { codeErrorOf, showRefused } from './code-errors.js';

export const stateOf = (call: Call, actor: Principal): Promise<Wire<SecondFactorState>> =>
  call.request(requestOf(getSecondFactor), { actor, parameters: {} });

/** An empty field is no password. */
export const givenPassword = (password: string) => (password === '' ? {} : { password });

/** Runs a change of the account. A refusal about the form shows its page again; `page` makes it. */
export async function orRefused(
  call: Call,
  actor: Principal,
  run: () => Promise<FileResponse>,
  page: (visit: PageVisit, state: Wire<SecondFactorState>, error: AccountFormError) => Html,
): Promise<FileResponse> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const known = formErrorOf(error);
    if (known === undefined) throw error;
    const [visit, state] = await Promise.all([PageVisit.begin(call), stateOf(call, actor)]);
    // After a wrong password the form keeps its field.
    const shown = { ...state, needs_password: state.needs_password || known.message === 'account.wrongPassword' };
    return showRefused(visit, error, page(visit, shown, known));
  }
}

function formErrorOf(error: ApiError): AccountFormError | undefined {
  if (error.code === 'REAUTHENTICATION_REQUIRED') return { message: 'account.needsPassword' };
  if (error.message === 'Password is incorrect.') return { message: 'account.wrongPassword' };
  return codeErrorOf(error);
}
