import { endpoint } from '../kit/endpoint.js';
import { Text } from '../kit/fields.js';
import { IntersectionType } from '../kit/mapped-classes.js';
import { Role } from '../roles.js';
import { RecentSignIn } from '../sign-in/recent-sign-in.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { UserSelection } from '../user-selection.js';
import { RecoveryCodes, SecondFactorState, TotpSetUp } from './second-factors.schema.js';

/*
 * A wrong code is BAD_REQUEST, "Invalid code". Five wrong ones in ten minutes: RATE_LIMIT_HIT. Errors of requests with `password`:
 * see RecentSignIn.
 */

/** Parameter of `POST /users/me/second_factor/totp/confirm`. */
export class TotpConfirmation {
  @Text({ max: 100, controlCharacters: 'allowed', description: 'Shown by the app.' }) code!: string;
}

/** Parameters of a change to your own second factor. */
export class SecondFactorProof extends IntersectionType(TotpConfirmation, RecentSignIn) {}

const own = { bots: 'refused', tag: 'second-factor', timeoutMs: HASHING_TIMEOUT_MS } as const;

/** A further call replaces the secret, until it is confirmed. Error (BAD_REQUEST): "You already have a second factor". */
export const beginTotpSetUp = endpoint('POST /users/me/second_factor/totp', {
  ...own,
  pattern: 'users.second_factors.begin_set_up',
  withoutSecondFactor: 'allowed',
  summary: 'Begin to set up a second factor',
  parameters: RecentSignIn,
  response: TotpSetUp,
});

/** Within ten minutes. Error (BAD_REQUEST): "Begin the set-up again". */
export const confirmTotpSetUp = endpoint('POST /users/me/second_factor/totp/confirm', {
  ...own,
  pattern: 'users.second_factors.confirm_set_up',
  withoutSecondFactor: 'allowed',
  passesClientAddress: true,
  summary: 'Confirm the second factor by its first code: from now on sign-ins need one',
  parameters: TotpConfirmation,
  response: RecoveryCodes,
});

/** `code` may also be a recovery code. Error (BAD_REQUEST): "You have no second factor". */
export const replaceRecoveryCodes = endpoint('POST /users/me/second_factor/recovery_codes', {
  ...own,
  pattern: 'users.second_factors.replace_recovery_codes',
  passesClientAddress: true,
  summary: 'Get new recovery codes; the former ones end',
  parameters: SecondFactorProof,
  response: RecoveryCodes,
});

export const getSecondFactor = endpoint('GET /users/me/second_factor', {
  ...own,
  pattern: 'users.second_factors.get',
  withoutSecondFactor: 'allowed',
  summary: 'Read the state of your second factor',
  response: SecondFactorState,
});

/** `code` may also be a recovery code. Error (BAD_REQUEST): "You have no second factor". */
export const deleteTotp = endpoint('DELETE /users/me/second_factor/totp', {
  ...own,
  pattern: 'users.second_factors.delete_own',
  passesClientAddress: true,
  summary: 'Remove your own second factor',
  parameters: SecondFactorProof,
});

/**
 * After the loss of the app and the recovery codes. Errors: "No such user"; "Must be an organization owner" for the second factor of an
 * owner; "Remove your own second factor with a code".
 */
export const deleteSecondFactorOfUser = endpoint('DELETE /users/{user_id}/second_factor', {
  pattern: 'users.second_factors.delete_of_user',
  minimumRole: Role.Administrator,
  tag: 'second-factor',
  summary: 'Remove the second factor of a user; administrators',
  parameters: UserSelection,
});
