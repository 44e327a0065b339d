import { OneOf, Text } from '../kit/fields.js';
import { RealmRequest, repeatable, request, ServiceRequest } from '../service-request.js';
import {
  type FailedProviderStep,
  PROVIDER_STEP_TIMEOUT_MS,
  ProviderSignInReturn,
  ProviderSignInStart,
} from './identity-providers.requests.js';

/** Begins a sign-in by SAML. */
export class BeginSamlSignIn extends request(ProviderSignInStart, 'identity-providers.saml.begin') {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;
}

/** Faults of a document of a provider, for the page. */
export const SAML_FAULTS = [
  'malformed',
  'signature',
  'issuer',
  /** Destination or recipient. */
  'address',
  'audience',
  'time',
  /** It does not respond to the request of this browser. */
  'request',
  /** The provider reports a failure. */
  'status',
  'used',
  /** It does not identify a person. */
  'identity',
  /** The person is no member of the organization. */
  'membership',
] as const;
export type SamlFault = (typeof SAML_FAULTS)[number];

export interface FailedSamlStep extends FailedProviderStep {
  readonly fault: SamlFault;
}

/** A document of 256 KiB as base64, and the parameters around it. */
export const MAX_SAML_LENGTH = 400_000;
/** The protocol allows 80 bytes, and providers more. */
export const MAX_RELAY_STATE_LENGTH = 2_000;

/** The browser goes on to this address. */
export interface SamlContinuation {
  readonly result: 'continue';
  readonly redirectUrl: string;
}

/**
 * Receives the response of a provider, which a page of the provider posts: without the cookie of the flow. The browser continues at the
 * address of the reply and sends the cookie there. An assertion is received once.
 */
export class ReceiveSamlResponse extends request(
  RealmRequest<SamlContinuation | FailedSamlStep | { readonly result: 'no_flow' }>,
  'identity-providers.saml.receive',
) {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  @Text({ max: MAX_SAML_LENGTH, controlCharacters: 'allowed' }) samlResponse!: string;
  @Text({ max: MAX_RELAY_STATE_LENGTH, controlCharacters: 'allowed' }) relayState!: string;
}

export const MAX_TICKET_LENGTH = 100;

/** Completes a sign-in by SAML, once. Errors and effects are those of `SignInWithIdentity`. */
export class CompleteSamlSignIn extends request(ProviderSignInReturn, 'identity-providers.saml.complete') {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  /** Of the address that the receipt of the response led to. */
  @Text({ max: MAX_TICKET_LENGTH, controlCharacters: 'allowed' }) ticket!: string;
}

/** How a request for logout arrives: in a form, or in the query of an address. */
export const SAML_BINDINGS = ['post', 'redirect'] as const;

/**
 * The logout of a provider: ends all sessions and device keys of the person, in every realm. The provider gets a signed response at the
 * address of the reply; null if this server has no address of it or no key. Effect: SessionsEnded.
 */
export class EndSessionsBySaml extends request(
  RealmRequest<{ readonly result: 'ended'; readonly redirectUrl: string | null } | FailedSamlStep>,
  'identity-providers.saml.log_out',
) {
  static readonly timeoutMs = PROVIDER_STEP_TIMEOUT_MS;

  @OneOf(SAML_BINDINGS) binding!: (typeof SAML_BINDINGS)[number];
  /** By `post` the field `SAMLRequest`, by `redirect` the query as it was sent. */
  @Text({ max: MAX_SAML_LENGTH, controlCharacters: 'allowed' }) request!: string;
  /** Returned to the provider. */
  @Text({ max: MAX_RELAY_STATE_LENGTH, controlCharacters: 'allowed' }) relayState!: string;
}

/** Reads the description of this server for SAML providers, XML. */
export class GetSamlMetadata extends repeatable(
  ServiceRequest<{ readonly xml: string }>,
  'identity-providers.saml.get_metadata',
) {}
