import type { SamlProviderSettings } from '@chat/configuration';
import { type EndSessionsBySaml, providerName, type ReplyOf } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { ProviderLogoutService } from '../provider-logout/provider-logout.service.js';
import { Providers } from '../providers/providers.js';
import { failedStep, SamlRefusal } from './saml-refusal.js';
import { ServiceProvider } from './service-provider.js';
import { UsedDocuments } from './used-documents.js';
import { readLogout, verifiedLogout } from './verify-logout.js';

@Injectable()
export class SamlLogoutService {
  constructor(
    private readonly providers: Providers,
    private readonly server: ServiceProvider,
    private readonly used: UsedDocuments,
    private readonly logout: ProviderLogoutService,
    private readonly resources: ServiceResources,
  ) {}

  async endSessions(sent: EndSessionsBySaml, context: RequestContext): Promise<ReplyOf<EndSessionsBySaml>> {
    try {
      const provider = await this.senderOf(sent);
      const { entityId: issuer, certificates } = provider;
      const expected = { issuer, certificates, destination: this.server.address };
      const { id, nameId } = await verifiedLogout(sent.binding, sent.request, expected);
      await this.used.use(provider.id, id);
      await this.endEverywhere(provider, nameId, context);
      return { result: 'ended', redirectUrl: await this.server.logoutResponse(provider, id, sent.relayState) };
    } catch (error) {
      return failedStep(error, this.resources.logger);
    }
  }

  private async senderOf({ binding, request }: EndSessionsBySaml): Promise<SamlProviderSettings> {
    const { issuer } = await readLogout(binding, request);
    const provider = [...this.providers.saml.values()].find(({ entityId }) => entityId === issuer);
    if (provider === undefined) throw new SamlRefusal('issuer', 'no provider has this entity id');
    return provider;
  }

  private endEverywhere(provider: SamlProviderSettings, nameId: string, context: RequestContext): Promise<void> {
    const person = {
      provider: providerName({ protocol: 'saml', id: provider.id }),
      providerSessionId: nameId,
      ...(provider.attributes.userPermanentId === 'name_id' && { subject: nameId }),
    };
    return this.logout.endEverywhere(person, provider, context);
  }
}
