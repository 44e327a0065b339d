import type { NewPassword, Wire } from '@chat/contracts';
import { errorMessage, field, form } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { Language } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

const NAME: keyof Wire<NewPassword> = 'new_password';

/** Its form posts to its own address, with the token of the mailed link. */
export function newPasswordPage(view: PageView, { error }: { readonly error?: string }): Html {
  const { language } = view;
  const password = field({
    name: NAME,
    label: language.text('newPassword.password'),
    type: 'password',
    autocomplete: 'new-password',
    isWrong: error !== undefined,
    isFirst: true,
  });
  const content = html`${password}<button class="main">${language.text('newPassword.button')}</button>`;
  const body = html`${error !== undefined && errorMessage(error)}${form(view, undefined, content)}`;
  return layout(view, { title: language.text('newPassword.title'), body });
}

export const signInLink = (language: Language): Html =>
  html`<p><a href="/login/">${language.text('signIn.button')}</a></p>`;
