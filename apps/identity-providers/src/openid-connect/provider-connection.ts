import { isLoopback, type OidcProviderSettings } from '@chat/configuration';
import type { JSONWebKeySet } from 'jose';
import * as oidc from 'openid-client';
import { CachedDocument } from './cached-document.js';
import { type FetchOptions, ProviderHttp, ProviderUnavailable } from './provider-http.js';

const METADATA_MAX_AGE_MS = 10 * 60_000;
const KEYS_MAX_AGE_MS = 5 * 60_000;
/** Keys are loaded again this early for a signature by an unknown key, so that a rotation needs no wait. */
const RENEWED_KEYS_MAX_AGE_MS = 2_000;
/** Of all requests for one step of a sign-in together. */
const STEP_TIMEOUT_MS = 8_000;
/** Clocks of servers differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** Every algorithm with a pair of keys that both libraries know: neither `none` nor one with a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** One OpenID Connect provider: its metadata and keys, which are cached, and configurations of the library for one step each. */
export class ProviderConnection {
  private readonly http = new ProviderHttp();
  private readonly metadata = new CachedDocument(() => this.loadMetadata(), METADATA_MAX_AGE_MS);
  private readonly loadedKeys = new CachedDocument(() => this.loadKeys(), KEYS_MAX_AGE_MS);

  constructor(readonly settings: OidcProviderSettings) {}

  /** The metadata for a step. Rejects with `ProviderUnavailable`, or with an error of the library. */
  describe(): Promise<oidc.ServerMetadata> {
    return this.metadata.get();
  }

  /** Algorithms of signatures that the provider announces and that this server accepts. */
  async algorithms(): Promise<string[]> {
    const { id_token_signing_alg_values_supported: announced = ['RS256'] } = await this.describe();
    return announced.filter((algorithm) => ALGORITHMS.includes(algorithm));
  }

  /** `areRenewed`: for a signature that no known key fits. */
  keys({ areRenewed = false } = {}): Promise<JSONWebKeySet> {
    return this.loadedKeys.get(areRenewed ? RENEWED_KEYS_MAX_AGE_MS : undefined);
  }

  /** A configuration that checks the signature of every ID token, with these keys. */
  async configuration(step: ProviderStep, keys?: JSONWebKeySet): Promise<oidc.Configuration> {
    const algorithms = await this.algorithms();
    const metadata = { ...(await this.describe()), id_token_signing_alg_values_supported: algorithms };
    const { clientId } = this.settings;
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const configuration = new oidc.Configuration(metadata, clientId, client, authentication(this.settings));
    configuration[oidc.customFetch] = step.fetch as unknown as oidc.CustomFetch;
    oidc.enableNonRepudiationChecks(configuration);
    if (this.mayUseHttp) oidc.allowInsecureRequests(configuration);
    if (keys !== undefined) {
      const now = Math.floor(Date.now() / 1_000);
      oidc.setJwksCache(configuration, { jwks: keys as { keys: oidc.JWK[] }, uat: now });
    }
    return configuration;
  }

  begin(): ProviderStep {
    return new ProviderStep(this.http);
  }

  /** The settings allow plain HTTP only for an issuer on this machine. */
  private get mayUseHttp(): boolean {
    const { protocol, hostname } = this.settings.issuer;
    return protocol === 'http:' && isLoopback(hostname);
  }

  private async loadMetadata(): Promise<oidc.ServerMetadata> {
    const { issuer, clientId } = this.settings;
    const configuration = await oidc.discovery(issuer, clientId, undefined, undefined, {
      execute: this.mayUseHttp ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: this.begin().fetch as unknown as oidc.CustomFetch,
    });
    const metadata = configuration.serverMetadata();
    // The library makes an exception for issuers of many tenants, from which anyone could have tokens.
    if (new URL(metadata.issuer).href !== issuer.href)
      throw new ProviderUnavailable(`the issuer of ${issuer.href} is ${metadata.issuer}`);
    return metadata;
  }

  private async loadKeys(): Promise<JSONWebKeySet> {
    const { jwks_uri: address } = await this.describe();
    if (address === undefined) throw new ProviderUnavailable(`${this.settings.issuer.href} has no jwks_uri`);
    const response = await this.begin().fetch(address, { headers: { accept: 'application/json' } });
    const keys = (await response.json().catch(() => null)) as Partial<JSONWebKeySet> | null;
    if (response.status !== 200 || !Array.isArray(keys?.keys)) throw new ProviderUnavailable(`${address} has no keys`);
    return { keys: keys.keys.filter((key) => typeof key === 'object' && key !== null) };
  }
}

/** The requests of one step of a sign-in, which share their time. */
export class ProviderStep {
  private readonly signal = AbortSignal.timeout(STEP_TIMEOUT_MS);
  /** A code can be exchanged once. If the check of the tokens is repeated with newer keys, it gets the same response. */
  private readonly exchanged = new Map<string, Response>();

  constructor(private readonly http: ProviderHttp) {}

  readonly fetch = async (address: string, options: FetchOptions): Promise<Response> => {
    if (options.method !== 'POST') return this.http.fetch(address, options, this.signal);
    const response = this.exchanged.get(address) ?? (await this.http.fetch(address, options, this.signal));
    this.exchanged.set(address, response);
    return response.clone();
  };
}

function authentication({ tokenEndpointAuthMethod, secret }: OidcProviderSettings): oidc.ClientAuth {
  switch (tokenEndpointAuthMethod) {
    case 'client_secret_basic':
      return oidc.ClientSecretBasic(secret);
    case 'client_secret_post':
      return oidc.ClientSecretPost(secret);
    case 'none':
      return oidc.None();
  }
}
