import type { IdentityProvider } from '@chat/contracts';
import { errorMessage, field, hidden, notice, pageForm, passwordField } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import { SIGN_UP_PATH } from '../pages/page-paths.js';
import type { PageView } from '../pages/page-view.js';
import { providerLinks } from '../pages/provider-links.js';
import { passkeySignIn, SCRIPT_TAG } from './passkey-forms.js';

/** Errors of the form, with the field that each is about. */
export type SignInError = Extract<
  MessageName,
  | 'passkeys.refused'
  | 'provider.disabled'
  | 'signIn.wrong'
  | 'signIn.invalidEmail'
  | 'signIn.disabled'
  | 'signIn.deactivated'
  | 'error.limit'
>;

interface SignInPage {
  readonly username: string;
  readonly next: string;
  /** False if the realm accepts no passwords, stored here or on an LDAP server. */
  readonly takesPasswords: boolean;
  /** Names on an LDAP server need not be addresses. */
  readonly takesNames: boolean;
  /** In display order. */
  readonly providers: readonly IdentityProvider[];
  readonly error?: SignInError;
  readonly minutes?: number;
  readonly notice?: { readonly message: 'signIn.deactivated' | 'signIn.alreadyRegistered'; readonly email: string };
}

export function signInPage(view: PageView, page: SignInPage): Html {
  const { language, realm } = view;
  const { username, next, takesPasswords, providers, error } = page;
  const values = { realm: realm?.name ?? '', email: page.notice?.email ?? username, minutes: page.minutes ?? 0 };
  const hasOthers = realm?.hasPasskeys || providers.length > 0;
  const body = html`${page.notice && notice(language.text(page.notice.message, values))}${
    error && errorMessage(language.text(error, values))
  }${takesPasswords && passwordForm(view, page)}<p class="links">${
    takesPasswords && html`<a href="/accounts/password/reset/">${language.text('signIn.forgotten')}</a> `
  }<a href="${SIGN_UP_PATH}">${language.text('signIn.register')}</a></p>${
    takesPasswords && hasOthers && html`<p class="or">${language.text('signIn.or')}</p>`
  }${realm?.hasPasskeys && passkeySignIn(view, next)}${providerLinks(view, { kind: 'login', providers, query: { next } })}${
    !realm?.hasPasskeys && SCRIPT_TAG
  }`;
  return layout(view, { title: language.text('signIn.title', values), body, lead: language.text('signIn.lead') });
}

function passwordForm(view: PageView, { username, next, takesNames, error }: SignInPage): Html {
  const { language } = view;
  const isUsernameWrong = error === 'signIn.wrong' || error === 'signIn.invalidEmail';
  const usernameField = field({
    name: 'username',
    label: language.text(takesNames ? 'signIn.username' : 'signIn.email'),
    type: takesNames ? 'text' : 'email',
    autocomplete: 'username',
    value: username,
    isWrong: isUsernameWrong,
    isFirst: username === '' || isUsernameWrong,
  });
  const isFirst = username !== '' && !isUsernameWrong;
  const password = passwordField(view, { isWrong: error === 'signIn.wrong', isFirst });
  const fields = html`${next !== '' && hidden('next', next)}${usernameField}${password}`;
  return pageForm(view, '/accounts/login/', fields, 'signIn.button');
}
