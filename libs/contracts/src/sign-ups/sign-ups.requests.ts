import { MAX_CHOSEN_STREAM_GROUPS } from '../invitations/invitations.schema.js';
import { Bool, ListOf, Nested, Text } from '../kit/fields.js';
import { PartialType, PickType } from '../kit/mapped-classes.js';
import { text } from '../kit/types/index.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import { UserSettings } from '../settings/settings.schema.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { type SignInResult, SignInTarget } from '../sign-in/sign-in-completion.js';

/*
 * Requests of the pages for new people. A key is the secret of a mailed link, or of a link for any number of people. Error for a key
 * that is used, revoked, expired, malformed or unknown (BAD_REQUEST): "This link is not valid or has expired."
 */

/** Checks the key of a link for any number of people. Changes nothing. */
export class CheckInvitationLink extends repeatable(
  RealmRequest<Record<string, never>>,
  'users.sign_ups.check_invitation_link',
) {
  @Text({ max: 128, controlCharacters: 'allowed' }) key!: string;
}

/**
 * Sends a mail: with a link, or with the reason why there is none. The reply and its time do not reveal whether the address has an account
 * or an invitation. Errors: "Enter a valid email address." and those of the realm's rules for addresses (BAD_REQUEST); RATE_LIMIT_HIT;
 * REALM_DEACTIVATED.
 */
export class RequestSignUp extends request(RealmRequest<Record<string, never>>, 'users.sign_ups.request') {
  @Text({ max: 1_000, controlCharacters: 'allowed' }) email!: string;
  /** Of the link for any number of people that the person followed. */
  @Text({ max: 128, optional: true, controlCharacters: 'allowed' }) invitationKey?: string;
  /** Network address of the client. */
  @Text({ max: 128, controlCharacters: 'allowed' }) clientAddress!: string;
}

/** An organization that does not exist yet. */
export class FutureRealm {
  @Text() name!: string;
  /** Its address; `FoundRealm` creates it. */
  @Text() url!: string;
}

/** The form for a new account. */
export class SignUpForm {
  @Text() email!: string;
  /** False if the realm does not accept passwords that this server stores, and after a sign-in at an identity provider. */
  @Bool() needsPassword!: boolean;
  /** The name that an identity provider gave; empty if it gave none. */
  @Text({ optional: true }) fullName?: string;
  /** The person cannot change the name. */
  @Bool({ optional: true }) fullNameIsFixed?: boolean;
  /** The account is the owner of this organization. */
  @Nested(FutureRealm, { optional: true }) newRealm?: FutureRealm;
}

/** Reads the form behind a mailed key. Uses nothing up, because scanners of mail open links. */
export class GetSignUpForm extends repeatable(RealmRequest<SignUpForm>, 'users.sign_ups.get_form') {
  @Text({ max: 128, controlCharacters: 'allowed' }) key!: string;
}

/** Error text of {@link CompleteSignUp}. */
export const TERMS_NOT_ACCEPTED = 'You must accept the terms of service.';

/** Settings that the form offers. */
export class SignUpSettings extends PartialType(PickType(UserSettings, ['timezone', 'emailAddressVisibility'])) {}

/**
 * Creates the account of a mailed key, once, and signs the person in. Role, streams and inviter come from the invitation, if there is one.
 * Further errors: those of full names and of the realm's rules for addresses; "The password is too weak."; "Already has an account.";
 * "You need an invitation."; {@link TERMS_NOT_ACCEPTED}. After these the key remains valid. Effect: UserCreated, InvitationsChanged.
 */
export class CompleteSignUp extends request(RealmRequest<SignInResult>, 'users.sign_ups.complete') {
  static readonly timeoutMs = HASHING_TIMEOUT_MS;

  @Text({ max: 128, controlCharacters: 'allowed' }) key!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @ListOf(text(), { max: MAX_CHOSEN_STREAM_GROUPS, optional: true }) defaultStreamGroups?: readonly string[];
  @Nested(SignUpSettings, { optional: true }) settings?: SignUpSettings;
  /** Needed if the installation has terms. */
  @Bool({ optional: true }) acceptsTerms?: boolean;
  @Nested(SignInTarget) target!: SignInTarget;
}
