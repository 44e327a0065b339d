import { Nested, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { request, ServiceRequest } from '../service-request.js';
import { type ApiKey, HASHING_TIMEOUT_MS } from './sign-in.endpoints.js';

/**
 * Parameter of changes to your own ways of signing in. Errors: REAUTHENTICATION_REQUIRED without a password and without a sign-in of the last
 * minutes; "Password is incorrect." (BAD_REQUEST), which counts as a failed sign-in; RATE_LIMIT_HIT.
 */
export class RecentSignIn {
  @Text({
    optional: true,
    controlCharacters: 'allowed',
    description:
      'Your password. Not needed within ten minutes of the sign-in that began the session; always needed with an API key.',
  })
  password?: string;
}

/** A request of the account page, after a recent sign-in or with the password. */
abstract class ReauthenticatedRequest<Reply> extends ServiceRequest<Reply> {
  static readonly timeoutMs = HASHING_TIMEOUT_MS;

  @Nested(Principal) actor!: Principal;
  @Text({ optional: true, controlCharacters: 'allowed' }) password?: string;
}

/** Reads the actor's API key, for the account page. Errors: those of {@link RecentSignIn}. */
export class ShowOwnApiKey extends request(ReauthenticatedRequest<ApiKey>, 'users.own_key.show') {}

/** Replaces the actor's API key, for the account page. Errors: those of {@link RecentSignIn}. Effect: ApiKeyChanged. */
export class ReplaceOwnApiKey extends request(ReauthenticatedRequest<ApiKey>, 'users.own_key.replace') {}
