import { Bool, Integer, Nested, Text } from '../kit/fields.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import { HASHING_TIMEOUT_MS } from '../sign-in/sign-in.endpoints.js';
import { SignInTarget } from '../sign-in/sign-in-completion.js';
import { SignUpSettings } from '../sign-ups/sign-ups.requests.js';

/*
 * Requests of the pages for new organizations. `realmId` is the realm of the host that shows the page. Error for a key that is used, expired,
 * malformed or unknown (BAD_REQUEST): "This link is not valid or has expired."
 */

/** Error texts (BAD_REQUEST). */
export const REALM_CREATION_ERRORS = {
  closed: 'Creation of organizations needs a link.',
  name: 'Invalid organization name.',
  type: 'Invalid organization type.',
  shortSubdomain: 'Subdomain needs at least 3 characters.',
  subdomain: 'Subdomain may have lower-case letters, digits and inner dashes only.',
  takenSubdomain: 'Subdomain already in use.',
  reservedSubdomain: 'Subdomain is reserved.',
} as const;

/** Makes a link for one new organization, for operators. The reply is its only copy. */
export class CreateRealmCreationLink extends request(
  RealmRequest<{ readonly url: string }>,
  'users.realm_creation.create_link',
) {}

/** Whether the visitor may ask for a new organization: with the key of a link, or where everyone may. Changes nothing. */
export class CheckRealmCreation extends repeatable(RealmRequest<Record<string, never>>, 'users.realm_creation.check') {
  /** Of a link by the operators. */
  @Text({ max: 128, optional: true, controlCharacters: 'allowed' }) key?: string;
}

/**
 * Mails a link for the new organization, and uses the link of the operators up. Errors: "Enter a valid email address." and
 * {@link REALM_CREATION_ERRORS}; RATE_LIMIT_HIT.
 */
export class RequestRealm extends request(RealmRequest<Record<string, never>>, 'users.realm_creation.request') {
  /** Of a link by the operators. */
  @Text({ max: 128, optional: true, controlCharacters: 'allowed' }) key?: string;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) email!: string;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) realmName!: string;
  @Integer() realmType!: number;
  @Text({ max: 1_000, controlCharacters: 'allowed' }) realmSubdomain!: string;
  /** Network address of the client. */
  @Text({ max: 128, controlCharacters: 'allowed' }) clientAddress!: string;
}

/** A new organization. Its owner continues at its address, with a token for `GET /accounts/login/subdomain/{token}`. */
export interface FoundedRealm {
  readonly url: string;
  /** Once, within 15 s. Only this reply has it. */
  readonly loginToken: string;
}

/**
 * Creates the organization of a mailed key and its owner, once. A repetition after a failure continues the former work. Further errors: those
 * of full names; "The password is too weak."; TERMS_NOT_ACCEPTED; `takenSubdomain`. After these the key remains valid. Effects: RealmCreated,
 * UserCreated.
 */
export class FoundRealm extends request(RealmRequest<FoundedRealm>, 'users.realm_creation.found') {
  static readonly timeoutMs = HASHING_TIMEOUT_MS;

  @Text({ max: 128, controlCharacters: 'allowed' }) key!: string;
  @Text({ controlCharacters: 'allowed' }) fullName!: string;
  @Text({ controlCharacters: 'allowed' }) password!: string;
  @Nested(SignUpSettings, { optional: true }) settings?: SignUpSettings;
  @Bool({ optional: true }) acceptsTerms?: boolean;
  @Nested(SignInTarget) target!: SignInTarget;
}
