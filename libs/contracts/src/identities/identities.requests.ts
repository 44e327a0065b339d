import { Bool, MapOf, Nested, Text, Timestamp } from '../kit/fields.js';
import { anyValue } from '../kit/types/index.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import { type SignInResult, SignInTarget } from '../sign-in/sign-in-completion.js';
import { AccountSync } from './account-sync.schema.js';

/** Of `oidc:<id>` and `saml:<id>`. */
export const MAX_PROVIDER_LENGTH = 100;
/** Of the identifier that a provider gives a person. */
export const MAX_SUBJECT_LENGTH = 500;

/** Why an identity cannot sign in. */
export const IDENTITY_REFUSALS = [
  /** The realm does not accept the protocol of the provider. */
  'method_disabled',
  /** No account has the identity, and the provider does not call an address of it verified. */
  'address_not_verified',
  /** The address has no valid form, or the realm's rules refuse it for a new account. */
  'address_not_allowed',
  /** The account with the address has another identity of the provider. */
  'other_identity',
  /** The realm needs an invitation, and there is none. */
  'invitation_required',
  /** The link for any number of people is not valid. */
  'link_not_valid',
] as const;
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number];

/** `registration`: the sign-up key leads to the form for a new account, and proves the address. */
export type IdentitySignInResult =
  | SignInResult
  | { readonly result: 'registration'; readonly key: string }
  | { readonly result: 'deactivated'; readonly email: string }
  | { readonly result: 'refused'; readonly reason: IdentityRefusal };

/**
 * Signs a person in by an identity provider; the caller has verified everything that the provider said. The first sign-in binds
 * the identity to the account with its verified address. Without an account, `autoSignup` makes one at once, under the realm's rules for
 * new people. Error: REALM_DEACTIVATED. Effect: UserCreated, and those of `sync`.
 */
export class SignInWithIdentity extends request(RealmRequest<IdentitySignInResult>, 'users.identities.sign_in') {
  /** `oidc:<id>` or `saml:<id>`. */
  @Text({ max: MAX_PROVIDER_LENGTH, blank: false }) provider!: string;
  @Text({ max: MAX_SUBJECT_LENGTH, blank: false }) subject!: string;
  @Text({ max: 1_000, nullable: true, controlCharacters: 'allowed' }) email!: string | null;
  @Bool() emailIsVerified!: boolean;
  @Text({ max: 1_000, nullable: true, controlCharacters: 'allowed' }) fullName!: string | null;
  /** The person cannot change the name in the form for a new account. */
  @Bool() fullNameIsValidated!: boolean;
  /** The claims that `sync` reads (`claimsFor`). */
  @MapOf(anyValue) claims!: Readonly<Record<string, unknown>>;
  @Bool() autoSignup!: boolean;
  @Nested(AccountSync, { nullable: true }) sync!: AccountSync | null;
  /** Of the link for any number of people that the person followed. */
  @Text({ max: 128, optional: true, controlCharacters: 'allowed' }) invitationKey?: string;
  /** The provider ends its session then, and the session here ends with it. */
  @Timestamp({ optional: true }) sessionNotOnOrAfter?: number;
  /** The provider's name for its session, by which it may announce the end. */
  @Text({ max: 500, optional: true }) providerSessionId?: string;
  @Nested(SignInTarget) target!: SignInTarget;
}

/**
 * Ends all sessions and device keys of the person, for the logout of a provider. The person is the one with the subject, or the one with a
 * session that the provider's session began. Does nothing if there is none. Effect: SessionsEnded.
 */
export class EndSessionsOfIdentity extends repeatable(
  RealmRequest<Record<string, never>>,
  'users.identities.end_sessions',
) {
  @Text({ max: MAX_PROVIDER_LENGTH, blank: false }) provider!: string;
  @Text({ max: MAX_SUBJECT_LENGTH, optional: true }) subject?: string;
  @Text({ max: 500, optional: true }) providerSessionId?: string;
}
