import type { NewPassword, PasswordResetForm, Wire } from '@chat/contracts';
import { emailField, errorMessage, pageForm, passwordField } from '../pages/forms.js';
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
  const address = emailField(view, { name: EMAIL, value: email, isWrong: error === 'signIn.invalidEmail' });
  const body = html`<p>${language.text('passwordReset.text')}</p>${
    error && errorMessage(language.text(error, { minutes }))
  }${pageForm(view, RESET_PATH, address, 'passwordReset.button')}${signInLink(view)}`;
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
  const password = passwordField(view, {
    name: NEW_PASSWORD,
    label: language.text('newPassword.password'),
    autocomplete: 'new-password',
    isWrong: error !== undefined,
    isFirst: true,
  });
  const shownError = error && errorMessage(language.text(error));
  const body = html`${shownError}${pageForm(view, undefined, password, 'newPassword.button')}`;
  return layout(view, { title: language.text('newPassword.title'), body });
}

export function passwordSetPage(view: PageView): Html {
  const { language } = view;
  const body = html`<p>${language.text('newPassword.done')}</p>${signInLink(view)}`;
  return layout(view, { title: language.text('newPassword.doneTitle'), body });
}

const signInLink = ({ language }: PageView): Html =>
  html`<p><a href="${SIGN_IN_PATH}">${language.text('signIn.button')}</a></p>`;
