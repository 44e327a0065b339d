import { endpoint, RawResponse } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* Pages of the gateway that lead to organizations. */

const page = { atRoot: true, isPage: true, access: 'user-or-spectator', tag: 'pages', response: RawResponse } as const;

/** Parameters of `POST /accounts/find/`, and query of the page that follows. */
export class AccountSearchForm {
  @Text({ default: '', controlCharacters: 'allowed', description: 'Separated by commas or white space.' })
  emails!: string;
}

/** Parameters of `POST /accounts/go/`. */
export class RealmAddressForm {
  @Text({ default: '', controlCharacters: 'allowed' }) subdomain!: string;
}

export const getAccountSearchPage = endpoint({
  ...page,
  pattern: 'gateway.account_search_pages.get_search',
  route: 'GET /accounts/find',
  summary: 'The page to ask for a mail with your organizations; after the request it says to look for the mail',
  parameters: AccountSearchForm,
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const searchAccounts = endpoint({
  ...page,
  pattern: 'gateway.account_search_pages.search',
  route: 'POST /accounts/find',
  summary: 'Mail the organizations of each address to it; 302 for every address',
  parameters: AccountSearchForm,
});

export const getRealmAddressPage = endpoint({
  ...page,
  pattern: 'gateway.account_search_pages.get_go',
  route: 'GET /accounts/go',
  summary: 'The page that leads to an organization by its address',
});

/** An unknown organization brings the form back with status 400. */
export const goToRealm = endpoint({
  ...page,
  pattern: 'gateway.account_search_pages.go',
  route: 'POST /accounts/go',
  summary: 'Go to the sign-in of an organization; 302',
  parameters: RealmAddressForm,
});
