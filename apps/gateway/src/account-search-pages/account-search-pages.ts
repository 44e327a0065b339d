import type { AccountSearchForm, RealmAddressForm, Wire } from '@chat/contracts';
import { errorMessage, field, notice, pageForm } from '../pages/forms.js';
import { type Html, html } from '../pages/html.js';
import type { MessageName } from '../pages/languages.js';
import { layout } from '../pages/layout.js';
import type { PageView } from '../pages/page-view.js';

export const SEARCH_PATH = '/accounts/find/';
export const GO_PATH = '/accounts/go/';

/** Errors of the form with addresses. */
export type SearchError = Extract<MessageName, 'signIn.invalidEmail' | 'search.tooMany' | 'error.limit'>;

interface SearchPage {
  readonly emails: string;
  /** Addresses that get a mail, after a request. */
  readonly sentTo?: string;
  readonly error?: SearchError;
  readonly minutes?: number;
}

const EMAILS: keyof Wire<AccountSearchForm> = 'emails';
const SUBDOMAIN: keyof Wire<RealmAddressForm> = 'subdomain';

export function searchPage(view: PageView, { emails, sentTo = '', error, minutes = 0 }: SearchPage): Html {
  const { language } = view;
  const emailsField = field({
    name: EMAILS,
    label: language.text('search.emails'),
    type: 'text',
    autocomplete: 'email',
    value: emails,
    isWrong: error !== undefined && error !== 'error.limit',
    isFirst: sentTo === '',
  });
  const body = html`${sentTo !== '' && notice(language.text('search.sent', { emails: sentTo }))}${
    error && errorMessage(language.text(error, { minutes }))
  }<p>${language.text('search.text')}</p>${pageForm(view, SEARCH_PATH, emailsField, 'search.button')}<p><a href="${GO_PATH}">${language.text('search.goLink')}</a></p>`;
  return layout(view, { title: language.text('search.title'), body });
}

interface GoPage {
  readonly subdomain: string;
  readonly isUnknown?: boolean;
}

export function goPage(view: PageView, { subdomain, isUnknown = false }: GoPage): Html {
  const { language } = view;
  const subdomainField = field({
    name: SUBDOMAIN,
    label: language.text('newRealm.subdomain'),
    type: 'text',
    autocomplete: 'off',
    value: subdomain,
    isWrong: isUnknown,
    isFirst: true,
  });
  const body = html`${isUnknown && errorMessage(language.text('go.unknown'))}${pageForm(view, GO_PATH, subdomainField, 'go.button')}<p><a href="${SEARCH_PATH}">${language.text('go.searchLink')}</a></p>`;
  return layout(view, { title: language.text('go.title'), body });
}
