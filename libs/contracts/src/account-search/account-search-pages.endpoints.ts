import { page } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';

/* Pages of the gateway that lead to organizations. */

/** Parameters of `POST /accounts/find/`, and query of the page that follows. */
export class AccountSearchForm {
  @Text({ default: '', controlCharacters: 'allowed', description: 'Separated by commas or white space.' })
  emails!: string;
}

/** Parameters of `POST /accounts/go/`. */
export class RealmAddressForm {
  @Text({ default: '', controlCharacters: 'allowed' }) subdomain!: string;
}

export const getAccountSearchPage = page('GET /accounts/find', {
  pattern: 'gateway.account_search_pages.get_search',
  summary: 'The page to ask for a mail with your organizations; after the request it says to look for the mail',
  parameters: AccountSearchForm,
});

/** A refused form comes back with status 400, or 429 beyond a limit. */
export const searchAccounts = page('POST /accounts/find', {
  pattern: 'gateway.account_search_pages.search',
  summary: 'Mail the organizations of each address to it; 302 for every address',
  parameters: AccountSearchForm,
});

export const getRealmAddressPage = page('GET /accounts/go', {
  pattern: 'gateway.account_search_pages.get_go',
  summary: 'The page that leads to an organization by its address',
});

/** An unknown organization brings the form back with status 400. */
export const goToRealm = page('POST /accounts/go', {
  pattern: 'gateway.account_search_pages.go',
  summary: 'Go to the sign-in of an organization; 302',
  parameters: RealmAddressForm,
});
