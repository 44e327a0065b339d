import { Text } from '../kit/fields.js';
import { RealmRequest, repeatable, request } from '../service-request.js';

/*
 * Requests of the pages behind a mailed link for a new password. A link works once, within a day. Error of both (BAD_REQUEST): "This link is
 * not valid or has expired."
 */

/** Error text of {@link ResetPassword}. */
export const PASSWORD_TOO_WEAK = 'The password is too weak.';

/** Checks a link. Uses nothing up, because scanners of mail open links. */
export class CheckPasswordReset extends repeatable(RealmRequest<Record<string, never>>, 'users.passwords.check_reset') {
  @Text({ max: 128, controlCharacters: 'allowed' }) token!: string;
}

/**
 * Sets the password. Further error: {@link PASSWORD_TOO_WEAK}, and the link stays valid. Effects: failed attempts no longer count;
 * SessionsEnded for all sessions.
 */
export class ResetPassword extends request(RealmRequest<Record<string, never>>, 'users.passwords.reset') {
  @Text({ max: 128, controlCharacters: 'allowed' }) token!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
}
