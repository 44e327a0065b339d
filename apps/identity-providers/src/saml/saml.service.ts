import type { SamlProviderSettings } from '@chat/configuration';
import {
  type BeginSamlSignIn,
  type BegunProviderSignIn,
  badRequest,
  type CompleteSamlSignIn,
  claimsFor,
  GetRealm,
  ListRealms,
  type ProviderSignInResult,
  providerName,
  type ReceiveSamlResponse,
  type ReplyOf,
  type SamlContinuation,
  SignInWithIdentity,
} from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { type Flow, FlowStore } from '../flows/flow-store.js';
import { Providers } from '../providers/providers.js';
import { readRelayState, relayStateOf } from './relay-state.js';
import type { SamlAssertion } from './saml-assertion.js';
import { decodedDocument, readMessage } from './saml-message.js';
import { personOf, type SamlPerson } from './saml-person.js';
import { failedStep, SamlRefusal } from './saml-refusal.js';
import { newRequestId, ServiceProvider } from './service-provider.js';
import { UsedDocuments } from './used-documents.js';
import { verifiedAssertion } from './verify-response.js';

const nameOf = ({ id }: SamlProviderSettings): string => providerName({ protocol: 'saml', id });

/**
 * Sign-in by SAML. The page of a provider posts the response across sites, so its request carries no cookie: `receive` verifies it and sends
 * the browser on, and `complete` finds the browser that began the flow.
 */
@Injectable()
export class SamlService {
  constructor(
    private readonly providers: Providers,
    private readonly server: ServiceProvider,
    private readonly flows: FlowStore,
    private readonly used: UsedDocuments,
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
  ) {}

  async begin({ providerId, realmId, realmUrl, browserHash }: BeginSamlSignIn): Promise<BegunProviderSignIn> {
    const provider = this.providers.saml.get(providerId);
    if (provider === undefined) throw badRequest('There is no such provider.');
    const requestId = newRequestId();
    const flow = { realmId, realmUrl, provider: nameOf(provider), browserHash, secrets: { requestId } };
    const relayState = relayStateOf(await this.flows.begin(flow));
    return { result: 'begun', redirectUrl: await this.server.signInRequest(provider, requestId, relayState) };
  }

  async receive(request: ReceiveSamlResponse, context: RequestContext): Promise<ReplyOf<ReceiveSamlResponse>> {
    try {
      const relayState = readRelayState(request.relayState);
      return 'stateToken' in relayState
        ? await this.receiveReturn(request.samlResponse, relayState.stateToken, context)
        : await this.receiveUnsolicited(request.samlResponse, relayState.subdomain, context);
    } catch (error) {
      return failedStep(error, this.resources.logger);
    }
  }

  async complete(request: CompleteSamlSignIn, context: RequestContext): Promise<ProviderSignInResult> {
    const { ticket, realmId, browserHash } = request;
    const known = await this.flows.find(ticket);
    if (known?.secrets['person'] === undefined || known.realmId !== realmId) return { result: 'no_flow' };
    const flow = await this.flows.take(ticket, { provider: known.provider, browserHash }, known);
    const provider = flow === null ? undefined : this.providerOf(flow);
    if (provider === undefined) return { result: 'no_flow' };
    return this.signIn(request, provider, JSON.parse(known.secrets['person']) as SamlPerson, context);
  }

  /** The flow ends with the first response, valid or not: a browser cannot let this service verify many of them. */
  private async receiveReturn(samlResponse: string, stateToken: string, context: RequestContext) {
    const known = await this.flows.find(stateToken);
    const provider = known === null ? undefined : this.providerOf(known);
    if (known?.secrets['requestId'] === undefined || provider === undefined) return { result: 'no_flow' } as const;
    const flow = await this.flows.take(stateToken, known, known);
    if (flow === null) return { result: 'no_flow' } as const;
    const assertion = await this.accepted(samlResponse, provider, flow.secrets['requestId']);
    const person = personOf(assertion, provider, await this.subdomainFor(provider, flow.realmId, context));
    const ticket = await this.flows.begin({ ...flow, secrets: { person: JSON.stringify(person) } });
    return continueAt(`${flow.realmUrl}/complete/saml/?ticket=${ticket}`);
  }

  /**
   * A response without a request identifies a person at the provider. It does not show that the person at this browser wants to sign in: another
   * site could have sent it. So the browser begins a flow of its own, and the provider, where the person is signed in, responds at once.
   */
  private async receiveUnsolicited(samlResponse: string, subdomain: string, context: RequestContext) {
    const { issuer } = readMessage(decodedDocument(samlResponse));
    const provider = [...this.providers.saml.values()].find(
      ({ entityId, allowUnsolicited }) => entityId === issuer && allowUnsolicited,
    );
    if (provider === undefined) throw new SamlRefusal('request', 'a sign-in must not begin at this provider');
    const { nameId } = await this.accepted(samlResponse, provider, undefined);
    await this.used.countUnsolicited(nameOf(provider), nameId);
    const { limitToSubdomains } = provider;
    const realms = await this.client.request(ListRealms, {}, { ...context, realmId: 0, asOf: undefined });
    const realm = realms.find(({ str, isDefault }) => str === subdomain || (subdomain === '' && isDefault));
    if (realm === undefined || limitToSubdomains?.includes(realm.str) === false)
      throw new SamlRefusal('membership', 'the provider does not serve this organization');
    return continueAt(`${realm.url}/accounts/login/social/saml/${provider.id}`);
  }

  private async accepted(
    samlResponse: string,
    provider: SamlProviderSettings,
    requestId: string | undefined,
  ): Promise<SamlAssertion> {
    const { entityId: issuer, certificates } = provider;
    const { entityId: audience, address: recipient, privateKey } = this.server;
    const expected = { issuer, audience, recipient, requestId, certificates, privateKey };
    const assertion = await verifiedAssertion(samlResponse, expected);
    await this.used.use(nameOf(provider), assertion.id);
    return assertion;
  }

  /** Read only for a provider with a list of members. */
  private async subdomainFor(provider: SamlProviderSettings, realmId: number, context: RequestContext) {
    if (provider.attributes.orgMembership === null) return '';
    return (await this.client.request(GetRealm, { realmId }, { ...context, realmId, asOf: undefined })).state.str;
  }

  private signIn(
    { realmId, target, invitationKey }: CompleteSamlSignIn,
    provider: SamlProviderSettings,
    { subject, nameId, email, fullName, claims, sessionEndsAtSeconds }: SamlPerson,
    context: RequestContext,
  ): Promise<ProviderSignInResult> {
    const { autoSignup, sync } = provider;
    const fields = {
      realmId,
      provider: nameOf(provider),
      subject,
      email,
      // The directory of the provider is the truth about its people.
      emailIsVerified: email !== null,
      fullName,
      fullNameIsValidated: fullName !== null,
      claims: claimsFor(sync, claims),
      autoSignup,
      sync,
      target,
      ...(invitationKey !== undefined && { invitationKey }),
      ...(sessionEndsAtSeconds !== null && { sessionNotOnOrAfter: sessionEndsAtSeconds }),
      // A request for logout names the person by the NameID.
      ...(nameId !== null && { providerSessionId: nameId }),
    };
    return this.client.request(SignInWithIdentity, fields, context);
  }

  private providerOf({ provider: name }: Flow): SamlProviderSettings | undefined {
    return [...this.providers.saml.values()].find((provider) => nameOf(provider) === name);
  }
}

const continueAt = (redirectUrl: string): SamlContinuation => ({ result: 'continue', redirectUrl });
