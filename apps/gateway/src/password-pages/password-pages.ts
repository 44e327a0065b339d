import type { NewPassword, PasswordResetForm, Wire } from '@chat/contracts';
import { errorMessage, field, form } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import type { PageView } from '../pages/page-view.js';

export const RESET_PATH = '/accounts/password/reset/';

export type PasswordError = Extract<MessageName, 'newPassword.weak' | 'signIn.invalidEmail' | 'error.limit'>;

interface PasswordResetPage {
  readonly email: string;
  readonly error?: PasswordError;
  readonly minutes?: number;
}

const EMAIL: keyof Wire<PasswordResetForm> = 'email';
const NEW_PASSWORD: keyof Wire<NewPassword> = 'new_password';

/** Asks for the address that gets the mail. */
export function passwordResetPage(view: PageView, { email, error, minutes = 0 }: PasswordResetPage): Html {
  const { language } = view;
  const emailField = field({
    name: EMAIL,
    label: language.text('signIn.email'),
    type: 'email',
    autocomplete: 'email',
    value: email,
    isWrong: error === 'signIn.invalidEmail',
    isFirst: true,
  });
  const body = html`<p>${language.text('passwordReset.text')}</p>${
    error && errorMessage(language.text(error, { minutes }))
  }${form(
    view,
    RESET_PATH,
    html`${emailField}<button class="main">${language.text('passwordReset.button')}</button>`,
  )}${signInLink(view)}`;
  return layout(view, { title: language.text('passwordReset.title'), body });
}

/** Follows every request, so it does not name the address. */
export function passwordResetSentPage(view: PageView): Html {
  const { language } = view;
  const body = html`<p>${language.text('passwordReset.sent')}</p>${signInLink(view)}`;
  return layout(view, { title: language.text('signUp.sentTitle'), body });
}

/** The form posts to the address of the page, with the token of the mailed link. */
export function newPasswordPage(view: PageView, { error }: { readonly error?: PasswordError }): Html {
  const { language } = view;
  const password = field({
    name: NEW_PASSWORD,
    label: language.text('newPassword.password'),
    type: 'password',
    autocomplete: 'new-password',
    isWrong: error !== undefined,
    isFirst: true,
  });
  const content = html`${password}<button class="main">${language.text('newPassword.button')}</button>`;
  const body = html`${error !== undefined && errorMessage(language.text(error))}${form(view, undefined, content)}`;
  return layout(view, { title: language.text('newPassword.title'), body });
}

export function passwordSetPage(view: PageView): Html {
  const { language } = view;
  const body = html`<p>${language.text('newPassword.done')}</p>${signInLink(view)}`;
  return layout(view, { title: language.text('newPassword.doneTitle'), body });
}

const signInLink = ({ language }: PageView): Html =>
  html`<p><a href="${SIGN_IN_PATH}">${language.text('signIn.button')}</a></p>`;
