import { type ApiError, acceptedProviders } from '@chat/contracts';
import type { Call, FileResponse } from '../http/index.js';
import { minutesOf } from '../pages/error-page.js';
import { DEACTIVATED_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { isMethodDisabled, showRefused } from '../pages/refused-forms.js';
import { type SignInError, signInPage } from './sign-in-page.js';

interface RefusedForm {
  readonly username: string;
  readonly next: string;
  /** Messages by the codes of errors that only this way to sign in has. */
  readonly errors?: Readonly<Record<string, SignInError>>;
  readonly cookies?: readonly string[];
}

/** The sign-in page with the typed values. Throws an error that is not about the form. */
export async function refusedSignIn(call: Call, error: ApiError, form: RefusedForm): Promise<FileResponse> {
  if (error.code === 'REALM_DEACTIVATED') return redirect(DEACTIVATED_PATH);
  const { username, next, errors = {}, cookies = [] } = form;
  const message = messageFor(error, errors);
  if (message === undefined) throw error;
  const visit = await PageVisit.begin(call);
  const minutes = minutesOf(error);
  const page = signInPage(visit.view, { username, next, ...choicesOf(visit), error: message, minutes });
  return showRefused(visit, error, page, cookies);
}

function messageFor(error: ApiError, errors: Readonly<Record<string, SignInError>>): SignInError | undefined {
  if (error.status === 429) return 'error.limit';
  return isMethodDisabled(error) ? 'provider.disabled' : errors[error.code ?? ''];
}

/** The ways to sign in that the page offers. */
export const choicesOf = ({ realm }: PageVisit) => ({
  takesPasswords: realm.passwordAuthEnabled,
  takesNames: realm.server.directoryEnabled && realm.authenticationMethods.LDAP,
  providers: acceptedProviders(realm),
});
