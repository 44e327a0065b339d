import type { ProviderSettings } from '@chat/configuration';
import { EndSessionsOfIdentity, type FieldsOf, ListRealms } from '@chat/contracts';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** A person with a session that the provider has ended: by the subject, by the name of the session, or by both. */
export type EndedPerson = Omit<FieldsOf<EndSessionsOfIdentity>, 'realmId'>;

/** Ends the sessions of people by the word of their provider. */
@Injectable()
export class ProviderLogoutService {
  constructor(private readonly client: RedisTransportClient) {}

  /** A person may have accounts in several realms, and the provider knows one address of this server. */
  async endEverywhere(
    person: EndedPerson,
    { limitToSubdomains }: Pick<ProviderSettings, 'limitToSubdomains'>,
    { requestId, deadlineMs, traceparent }: RequestContext,
  ): Promise<void> {
    const context = { requestId, deadlineMs, traceparent };
    const realms = await this.client.request(ListRealms, {}, { ...context, realmId: 0 });
    for (const { realmId, str } of realms) {
      if (limitToSubdomains?.includes(str) === false) continue;
      await this.client.request(EndSessionsOfIdentity, { realmId, ...person }, { ...context, realmId });
    }
  }
}
