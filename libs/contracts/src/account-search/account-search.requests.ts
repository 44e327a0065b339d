import { Text } from '../kit/fields.js';
import { RealmRequest, request } from '../service-request.js';

/** Addresses of one search. */
export const MAX_SEARCHED_ADDRESSES = 10;

/** Error text of {@link SearchAccounts}. */
export const TOO_MANY_ADDRESSES = `Too many addresses (limit: ${MAX_SEARCHED_ADDRESSES})`;

/**
 * Mails to each address the organizations of this server where it has an account, or that there is none. The reply and its time reveal
 * nothing. Errors: "Enter a valid email address." and {@link TOO_MANY_ADDRESSES} (BAD_REQUEST); RATE_LIMIT_HIT; REALM_DEACTIVATED.
 */
export class SearchAccounts extends request(RealmRequest<Record<string, never>>, 'users.account_search.search') {
  /** Separated by commas, white space or lines. */
  @Text({ max: 10_000, controlCharacters: 'allowed' }) emails!: string;
  /** Network address of the client. */
  @Text({ max: 128, controlCharacters: 'allowed' }) clientAddress!: string;
}
