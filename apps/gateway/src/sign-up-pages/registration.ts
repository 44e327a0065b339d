import {
  ApiError,
  GetSignUpForm,
  type getRegistrationPage,
  ListStreamGroupChoices,
  REALM_CREATION_ERRORS,
  type registerAccount,
  TERMS_NOT_ACCEPTED,
} from '@chat/contracts';
import type { Call, FileResponse } from '../http/index.js';
import { DEACTIVATED_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { isOfDeactivatedRealm, isRefusal, orLinkNotValid } from '../pages/refused-forms.js';
import { readFlow } from '../sign-in-pages/sign-in-flow.js';
import { type FilledRegistration, registrationPage } from './registration-page.js';
import type { SignUpError } from './sign-up-pages.js';

/** Messages of the forms by the texts of the users service. */
const ERRORS: Readonly<Record<string, SignUpError>> = {
  'Enter a valid email address.': 'signIn.invalidEmail',
  'Outside your domain.': 'signUp.domain',
  'Please use your real email address.': 'signUp.disposable',
  'Email addresses containing + are not allowed.': 'signUp.plus',
  'The password is too weak.': 'signUp.weakPassword',
  'Already has an account.': 'signUp.hasAccount',
  'You need an invitation.': 'signUp.needsInvitation',
  [TERMS_NOT_ACCEPTED]: 'signUp.termsNeeded',
  'Name too long!': 'signUp.longName',
  'Name too short!': 'signUp.shortName',
  [REALM_CREATION_ERRORS.takenSubdomain]: 'newRealm.error.takenMeanwhile',
};

export const signUpErrorOf = ({ message }: ApiError): SignUpError => ERRORS[message] ?? 'signUp.refused';

type RegistrationCall = Call<typeof getRegistrationPage | typeof registerAccount>;

/** Runs the work of a registration. A refused form comes back with the typed values, and never with the password. */
export async function orRegistrationAgain(
  call: RegistrationCall,
  filled: FilledRegistration,
  work: () => Promise<FileResponse>,
): Promise<FileResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isOfDeactivatedRealm(error)) return redirect(DEACTIVATED_PATH);
    if (!isRefusal(error)) throw error;
    return showRegistration(call, filled, signUpErrorOf(error));
  }
}

/** The account as the form asks for it. The users service checks the values. */
export function chosenIn({
  key,
  fullName,
  timezone,
  emailAddressVisibility,
  defaultStreamGroup,
  terms,
}: FilledRegistration) {
  const settings = {
    ...(timezone !== '' && { timezone }),
    ...(emailAddressVisibility !== '' && { emailAddressVisibility: Number(emailAddressVisibility) }),
  };
  return { key, fullName, settings, defaultStreamGroups: defaultStreamGroup ?? [], acceptsTerms: terms !== '' };
}

/** The form of a mailed link, with the typed values and the error of a refused one. */
export function showRegistration(
  call: RegistrationCall,
  filled?: FilledRegistration,
  error?: SignUpError,
): Promise<FileResponse> {
  const { realmId, parameters } = call;
  return orLinkNotValid(call, async (visit) => {
    const form = await call.request(GetSignUpForm, { realmId, key: parameters.key });
    // The streams of a new realm do not exist yet.
    const streamGroups = form.newRealm ? [] : await call.request(ListStreamGroupChoices, { realmId });
    const { server, userSettingsDefaults } = visit.realm;
    const page = registrationPage(visit.view, {
      form,
      filled: filled ?? {
        ...{ key: parameters.key, fullName: form.fullName ?? '', timezone: '', terms: '', defaultStreamGroup: [] },
        emailAddressVisibility: String(userSettingsDefaults.emailAddressVisibility),
      },
      streamGroups,
      termsUrl: server.termsOfServiceUrl ?? null,
      isOffer: form.fullName !== undefined && readFlow(call)?.isSignup !== true,
      error,
    });
    // The response to the form leads to the new origin, which browsers count as a target of the form.
    const formTarget = form.newRealm?.url;
    return visit.show(page, { status: error === undefined ? 200 : 400, formTarget });
  });
}
