import type { OidcProviderSettings } from '@chat/configuration';
import {
  type BeginOidcSignIn,
  type BegunProviderSignIn,
  type CompleteOidcSignIn,
  claimsFor,
  type FailedProviderStep,
  type FieldsOf,
  type ProviderSignInResult,
  providerName,
  SignInWithIdentity,
} from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { type Flow, FlowStore } from '../flows/flow-store.js';
import { Providers } from '../providers/providers.js';
import type { ProvenIdentity } from './identity-of-claims.js';
import { ProviderConnections } from './provider-connections.js';
import { failedStep, problemOf } from './provider-failure.js';
import { type FlowSecrets, identityOfReturn } from './sign-in-exchange.js';

/** Sign-in by OpenID Connect: the authorization code flow with PKCE. */
@Injectable()
export class OpenIdConnectService {
  constructor(
    private readonly providers: Providers,
    private readonly connections: ProviderConnections,
    private readonly flows: FlowStore,
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  async begin(request: BeginOidcSignIn): Promise<BegunProviderSignIn | FailedProviderStep> {
    const { providerId, realmId, realmUrl, browserHash } = request;
    const connection = this.connections.to(providerId);
    const configuration = await this.step(providerId, () => connection.configuration(connection.begin()));
    if ('result' in configuration) return configuration;
    const secrets = { nonce: oidc.randomNonce(), codeVerifier: oidc.randomPKCECodeVerifier() };
    const provider = providerName({ protocol: 'oidc', id: providerId });
    const state = await this.flows.begin({ realmId, realmUrl, provider, browserHash, secrets });
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri(providerId),
      scope: connection.settings.scopes,
      state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { result: 'begun', redirectUrl: url.href };
  }

  async complete(request: CompleteOidcSignIn, context: RequestContext): Promise<ProviderSignInResult> {
    const { providerId, realmId, parameters, browserHash } = request;
    const connection = this.connections.to(providerId);
    const provider = providerName({ protocol: 'oidc', id: providerId });
    const { state = '' } = parameters;
    const known = await this.flows.find(state);
    if (known?.provider === provider && known.realmId !== realmId)
      return { result: 'other_realm', realmUrl: known.realmUrl };
    const flow = await this.flows.take(state, { provider, browserHash }, known);
    if (flow === null) return { result: 'no_flow' };
    const secrets = { ...(flow.secrets as unknown as Omit<FlowSecrets, 'state'>), state };
    const identity = await this.step(providerId, () =>
      identityOfReturn(connection, this.redirectUri(providerId), parameters, secrets),
    );
    return 'result' in identity
      ? identity
      : this.signIn({ ...request, ...identity }, flow, connection.settings, context);
  }

  /** One redirect URI per provider, at the root of the installation: a response of one provider never reaches the flow of another. */
  private redirectUri(providerId: string): string {
    return `${this.providers.baseUrl}/complete/oidc/${providerId}/`;
  }

  private signIn(
    { target, invitationKey, claims, ...identity }: CompleteOidcSignIn & ProvenIdentity,
    { realmId, provider }: Flow,
    { autoSignup, sync, trustEmail, fullNameValidated }: OidcProviderSettings,
    context: RequestContext,
  ): Promise<ProviderSignInResult> {
    const { subject, email, emailIsVerified, fullName, providerSessionId } = identity;
    const fields: FieldsOf<SignInWithIdentity> = {
      realmId,
      provider,
      subject,
      email,
      emailIsVerified: email !== null && (emailIsVerified || trustEmail),
      fullName,
      fullNameIsValidated: fullNameValidated,
      claims: claimsFor(sync, claims),
      autoSignup,
      sync,
      target,
      ...(invitationKey !== undefined && { invitationKey }),
      ...(providerSessionId !== undefined && { providerSessionId }),
    };
    return this.client.request(SignInWithIdentity, fields, context);
  }

  /** Runs a step that depends on the provider alone. Logs its error, and returns the result for it. */
  private async step<Result>(providerId: string, run: () => Promise<Result>): Promise<Result | FailedProviderStep> {
    try {
      return await run();
    } catch (error) {
      const failed = failedStep(error);
      const context = { provider: providerId, reason: failed.reason, problem: problemOf(error) };
      this.resources.logger.warn(context, 'Sign-in at the provider failed');
      return failed;
    }
  }
}
