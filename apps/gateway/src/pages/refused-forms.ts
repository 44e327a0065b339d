import { ApiError } from '@chat/contracts';
import type { Call, FileResponse } from '../http/index.js';
import { minutesOf } from './error-page.js';
import { errorMessage } from './forms.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';
import { DEACTIVATED_PATH, SIGN_IN_PATH } from './page-paths.js';
import { redirect } from './page-response.js';
import type { PageView } from './page-view.js';
import { PageVisit } from './page-visit.js';

/**
 * One page for every kind of link that does not work, so that it does not reveal the reason. It also helps a person that has used a link
 * without a response, for example because the connection broke.
 */
export function linkNotValidPage(view: PageView): Html {
  const { language } = view;
  const body = html`${errorMessage(language.text('link.notValid'))}<p>${language.text('link.used')} <a href="${SIGN_IN_PATH}">${language.text('link.signIn')}</a></p>`;
  return layout(view, { title: language.text('error.title'), body });
}

/** Shows the page of links that do not work if a service refuses the link. */
export async function orLinkNotValid(
  call: Call,
  show: (visit: PageVisit) => Promise<FileResponse>,
): Promise<FileResponse> {
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

/** A refused form as its page shows it. */
export interface Refusal {
  /** The error; undefined for a limit. */
  readonly error: ApiError | undefined;
  /** Time until a limit permits the next try. */
  readonly minutes: number;
}

/**
 * Runs the work of a form. If the form is refused, `page` shows it again. Throws errors that are not about the form: by their code, or because
 * `isElsewhere` says so.
 */
export async function orFormAgain(
  call: Call,
  work: () => Promise<FileResponse>,
  page: (visit: PageVisit, refusal: Refusal) => Html,
  isElsewhere: (error: ApiError) => boolean = () => false,
): Promise<FileResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
    const isLimit = error.status === 429;
    if (!isLimit && (!isRefusal(error) || isElsewhere(error))) throw error;
    const visit = await PageVisit.begin(call);
    const shown = page(visit, { error: isLimit ? undefined : error, minutes: minutesOf(error) });
    return showRefused(visit, error, shown);
  }
}

/** The page of a refused form: with status 400, or 429 beyond a limit. */
export function showRefused(
  visit: PageVisit,
  { status, fields }: ApiError,
  page: Html,
  cookies: readonly string[] = [],
) {
  if (status !== 429) return visit.show(page, { status: 400, cookies });
  return visit.show(page, { status: 429, cookies, headers: { 'retry-after': String(fields['retry-after']) } });
}

const LINK_NOT_VALID = 'This link is not valid or has expired.';

export const isLinkNotValid = ({ message }: ApiError): boolean => message === LINK_NOT_VALID;

export const isRefusal = ({ code }: ApiError): boolean => code === 'BAD_REQUEST';

export const isOfDeactivatedRealm = ({ code }: ApiError): boolean => code === 'REALM_DEACTIVATED';

/** The realm no longer accepts the method by which a sign-in began. */
export const isMethodDisabled = ({ code }: ApiError): boolean => code === 'AUTHENTICATION_METHOD_DISABLED';
