import type { IdentityProvider } from '@chat/contracts';
import { emailField, errorMessage, pageForm } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';
import { providerLinks } from '../pages/provider-links.js';

export type SignUpError = Extract<
  MessageName,
  `signUp.${string}` | 'error.limit' | 'signIn.invalidEmail' | 'newRealm.error.takenMeanwhile'
>;

interface SignUpPage {
  /** `/register/`, or the path of a link. */
  readonly action: string;
  readonly email: string;
  /** In display order. */
  readonly providers: readonly IdentityProvider[];
  /** Of the link for any number of people that the person followed. */
  readonly invitationKey?: string | undefined;
  readonly error?: SignUpError;
  readonly minutes?: number;
}

/** Asks for the address that gets the mail. */
export function signUpPage(view: PageView, page: SignUpPage): Html {
  const { language, realm } = view;
  const { action, email, error, minutes = 0, providers, invitationKey = '' } = page;
  const query = { multiuse_object_key: invitationKey };
  const values = { realm: realm?.name ?? '', minutes };
  const isWrong = error !== undefined && error !== 'error.limit';
  const address = emailField(view, { name: 'email', value: email, isWrong });
  const body = html`${error && errorMessage(language.text(error, values))}${pageForm(view, action, address, 'signUp.request')}${providerLinks(view, { kind: 'register', providers, query })}<p><a href="/login/">${language.text('signUp.signIn')}</a></p>`;
  return layout(view, { title: language.text('signUp.title', values), body });
}

/** Follows every request. */
export function signUpSentPage(view: PageView, email: string): Html {
  const { language } = view;
  const body = html`<p>${language.text('signUp.sent', { email })}</p>`;
  return layout(view, { title: language.text('signUp.sentTitle'), body });
}
