import type { IdentitySignInResult } from '../identities/identities.requests.js';
import { Nested, Text } from '../kit/fields.js';
import { RealmRequest } from '../service-request.js';
import { TOKEN_HASH_LENGTH } from '../sessions/sessions.requests.js';
import { SignInTarget } from '../sign-in/sign-in-completion.js';

/** A step of a sign-in calls a server that may be slow. Its result arrives before a person waits for ten seconds. */
export const PROVIDER_STEP_TIMEOUT_MS = 9_500;

/** Longest id of a provider. */
export const MAX_PROVIDER_ID_LENGTH = 40;

/**
 * `unavailable`: no response in time, or none that makes sense. `refused`: the provider did not sign the person in. `invalid`: its response
 * failed a check.
 */
export const PROVIDER_FAILURES = ['unavailable', 'refused', 'invalid'] as const;
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number];
export interface FailedProviderStep {
  readonly result: 'provider_failed';
  readonly reason: ProviderFailure;
}

/** The browser goes to the provider. */
export interface BegunProviderSignIn {
  readonly result: 'begun';
  readonly redirectUrl: string;
}

/** Fields of the requests that begin a sign-in. The caller has checked that the realm uses the provider. */
export abstract class ProviderSignInStart extends RealmRequest<BegunProviderSignIn | FailedProviderStep> {
  @Text({ max: MAX_PROVIDER_ID_LENGTH }) providerId!: string;
  /** Hash of a secret in a cookie: only the browser that sends the secret can complete the sign-in. */
  @Text({ max: TOKEN_HASH_LENGTH }) browserHash!: string;
  /** Address of the realm without a slash at the end. */
  @Text({ max: 1_000 }) realmUrl!: string;
}

/**
 * `no_flow`: the flow has been used, is too old, was lost with Redis, or belongs to another browser. `other_realm`: the flow began at this
 * address, and only its realm gets the cookie of the browser.
 */
export type ProviderSignInResult =
  | IdentitySignInResult
  | FailedProviderStep
  | { readonly result: 'no_flow' }
  | { readonly result: 'other_realm'; readonly realmUrl: string };

/** Fields of the requests that complete a sign-in. */
export abstract class ProviderSignInReturn extends RealmRequest<ProviderSignInResult> {
  /** As at the start; empty if the browser sent no cookie. */
  @Text({ max: TOKEN_HASH_LENGTH }) browserHash!: string;
  @Nested(SignInTarget) target!: SignInTarget;
  /** Of the link for any number of people that the person followed. */
  @Text({ max: 128, optional: true, controlCharacters: 'allowed' }) invitationKey?: string;
}
