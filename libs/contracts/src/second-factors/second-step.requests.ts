import { Nested, Text } from '../kit/fields.js';
import { RealmRequest, request } from '../service-request.js';
import { type SignInResult, SignInTarget } from '../sign-in/sign-in-completion.js';
import { RecoveryCodes, TotpSetUp } from './second-factors.schema.js';

/** Error text (BAD_REQUEST) for a sign-in that was completed, ended, or began more than ten minutes ago. */
export const SIGN_IN_AGAIN = 'Sign in again';

/** A request of the pages for the second step of a sign-in. Error: {@link SIGN_IN_AGAIN}. */
abstract class SecondStepRequest<Reply> extends RealmRequest<Reply> {
  /** `secondFactorToken` of the first step. */
  @Text({ max: 100, controlCharacters: 'allowed' }) token!: string;
}

/**
 * Completes a sign-in by a code of the app or a recovery code; after a set-up without one. Further errors: "Invalid code" (BAD_REQUEST);
 * RATE_LIMIT_HIT after five wrong codes in ten minutes; AUTHENTICATION_METHOD_DISABLED if the realm no longer accepts
 * the method of the first step.
 */
export class SignInWithSecondFactor extends request(SecondStepRequest<SignInResult>, 'users.second_step.sign_in') {
  @Text({ max: 100, controlCharacters: 'allowed' }) code!: string;
  @Nested(SignInTarget) target!: SignInTarget;
}

/** The set-up that this sign-in began; begins one if there is none. Error (BAD_REQUEST): "You already have a second factor". */
export class ShowSetUpAtSignIn extends request(SecondStepRequest<TotpSetUp>, 'users.second_step.show_set_up') {}

/** Confirms the set-up. From now on {@link SignInWithSecondFactor} completes this sign-in without a code. Errors: those of `confirmTotpSetUp`. */
export class ConfirmSetUpAtSignIn extends request(
  SecondStepRequest<RecoveryCodes>,
  'users.second_step.confirm_set_up',
) {
  @Text({ max: 100, controlCharacters: 'allowed' }) code!: string;
  @Text({ max: 128 }) clientAddress!: string;
}
