import { errorMessage, field, form, hidden } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import type { MessageName } from '../pages/messages/english.js';
import type { PageView } from '../pages/page-view.js';

/** Errors of the forms. */
export type SignUpError = Extract<MessageName, `signUp.${string}` | 'error.limit' | 'signIn.invalidEmail'>;

interface SignUpPage {
  /** `/register/`, or the path of a link. */
  readonly action: string;
  readonly email: string;
  readonly error?: SignUpError;
  readonly minutes?: number;
}

/** Asks for the address that gets the mail. */
export function signUpPage(view: PageView, { action, email, error, minutes = 0 }: SignUpPage): Html {
  const { language, realm } = view;
  const values = { realm: realm?.name ?? '', minutes };
  const emailField = field({
    name: 'email',
    label: language.text('signIn.email'),
    type: 'email',
    autocomplete: 'email',
    value: email,
    isWrong: error !== undefined && error !== 'error.limit',
    isFirst: true,
  });
  const body = html`${error && errorMessage(language.text(error, values))}${form(
    view,
    action,
    html`${emailField}<button class="main">${language.text('signUp.request')}</button>`,
  )}<p><a href="/login/">${language.text('signUp.signIn')}</a></p>`;
  return layout(view, { title: language.text('signUp.title', values), body });
}

/** Follows every request. */
export function signUpSentPage(view: PageView, email: string): Html {
  const { language } = view;
  const body = html`<p>${language.text('signUp.sent', { email })}</p>`;
  return layout(view, { title: language.text('signUp.sentTitle'), body });
}

interface RegistrationPage {
  readonly key: string;
  readonly email: string;
  readonly needsPassword: boolean;
  readonly fullName: string;
  readonly error?: SignUpError;
}

/** Errors that are about the password; the others are about the name. */
const ABOUT_PASSWORD: SignUpError = 'signUp.weakPassword';

/** The form for a new account. */
export function registrationPage(
  view: PageView,
  { key, email, needsPassword, fullName, error }: RegistrationPage,
): Html {
  const { language, realm } = view;
  const values = { realm: realm?.name ?? '', email };
  const nameField = field({
    name: 'full_name',
    label: language.text('account.name'),
    type: 'text',
    autocomplete: 'name',
    value: fullName,
    isWrong: error !== undefined && error !== ABOUT_PASSWORD,
    isFirst: error !== ABOUT_PASSWORD,
  });
  const passwordField = field({
    name: 'password',
    label: language.text('signIn.password'),
    type: 'password',
    autocomplete: 'new-password',
    isWrong: error === ABOUT_PASSWORD,
    isFirst: error === ABOUT_PASSWORD,
  });
  const body = html`<p>${language.text('signUp.registering', values)}</p>${error && errorMessage(language.text(error, values))}${form(
    view,
    '/accounts/register/',
    html`${hidden('key', key)}${nameField}${needsPassword && passwordField}<button class="main">${language.text('signUp.register')}</button>`,
  )}`;
  return layout(view, { title: language.text('signUp.title', values), body });
}
