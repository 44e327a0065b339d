import {
  BeginOidcSignIn,
  CompleteOidcSignIn,
  EndSessionsByLogoutToken,
  EndSessionsOfIdentity,
  ListRealms,
  type OidcReturn,
  type ProviderSignInResult,
  type SignInTarget,
  SignInWithIdentity,
} from '@chat/contracts';
import { ServiceUnderTest } from '@chat/testing';
import { IdentityProvidersModule } from '../identity-providers.module.js';
import { IDENTITY_PROVIDERS } from '../identity-providers.options.js';

export const BASE_URL = 'http://127.0.0.1:9991';
export const BROWSER = 'hash of a secret';
const TARGET: SignInTarget = { kind: 'web', tokenHash: 'hash of a token', userAgent: '', clientAddress: '203.0.113.1' };
const REALMS = [
  { realmId: 1, str: '' },
  { realmId: 2, str: 'sales' },
];
const SESSION = { result: 'session', sessionId: 7, lifetimeSeconds: 60 } as const;

/** A flow between its start and its return. */
export interface BegunFlow {
  readonly providerId: string;
  readonly address: URL;
  readonly state: string;
}

/** Two replicas of the service with a fake users service, which signs every identity in. */
export class OpenIdConnectScene {
  readonly service: ServiceUnderTest;
  /** Identities that the users service was asked to sign in. */
  readonly signedIn: SignInWithIdentity[] = [];
  /** Requests to it to end sessions; `endFailure` makes them fail. */
  readonly ended: EndSessionsOfIdentity[] = [];
  endFailure: Error | undefined;

  constructor(providers: Readonly<Record<string, object>>) {
    this.service = new ServiceUnderTest(IdentityProvidersModule, IDENTITY_PROVIDERS, 1, {
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      EXTERNAL_URL: BASE_URL,
      OIDC_PROVIDERS: JSON.stringify(providers),
    });
  }

  async start(): Promise<void> {
    await this.service.open();
    await this.service.play('users', {
      [SignInWithIdentity.pattern]: (request: SignInWithIdentity) => {
        this.signedIn.push(request);
        return SESSION;
      },
      [EndSessionsOfIdentity.pattern]: (request: EndSessionsOfIdentity) => {
        if (this.endFailure !== undefined) throw this.endFailure;
        this.ended.push(request);
        return {};
      },
    });
    await this.service.play('realm-settings', { [ListRealms.pattern]: () => REALMS });
    await this.service.startReplicas(2);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** The result of a start that may fail. */
  tryBegin(providerId: string, realmId = this.service.realmId) {
    const fields = { realmId, providerId, browserHash: BROWSER, realmUrl: `http://realm${realmId}.localhost:9991` };
    return this.service.request(BeginOidcSignIn, fields, realmId);
  }

  async begin(providerId: string, realmId?: number): Promise<BegunFlow> {
    const begun = await this.tryBegin(providerId, realmId);
    if (begun.result !== 'begun') throw new Error(`The start failed: ${JSON.stringify(begun)}`);
    const address = new URL(begun.redirectUrl);
    return { providerId, address, state: address.searchParams.get('state') ?? '' };
  }

  logOut(providerId: string, logoutToken: string): Promise<object> {
    const { realmId } = this.service;
    return this.service.request(EndSessionsByLogoutToken, { realmId, providerId, logoutToken });
  }

  complete(
    providerId: string,
    parameters: OidcReturn,
    { browserHash = BROWSER, realmId = this.service.realmId } = {},
  ): Promise<ProviderSignInResult> {
    const fields = { realmId, providerId, parameters, browserHash, target: TARGET };
    return this.service.request(CompleteOidcSignIn, fields, realmId);
  }
}

export const parametersOf = ({ searchParams }: URL): OidcReturn => Object.fromEntries(searchParams);
