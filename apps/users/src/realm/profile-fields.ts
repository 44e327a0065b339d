import { randomUUID } from 'node:crypto';
import { type CustomProfileField, GetProfileFields, ProfileFieldsChanged } from '@chat/contracts';
import { type LogReader, RealmProjection } from '@chat/event-log';
import type { RedisTransportClient } from '@chat/redis-rpc';

/** The realms' custom profile fields, as the realm-settings service has them. */
export class ProfileFields {
  private readonly projection: RealmProjection<{ fields: readonly CustomProfileField[] }>;

  constructor(reader: LogReader, client: RedisTransportClient) {
    this.projection = new RealmProjection(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetProfileFields, { realmId }, context);
        return { sequence, state: { fields: state } };
      },
      apply: (state, event) => {
        if (ProfileFieldsChanged.matches(event)) state.fields = event.payload.fields;
      },
    });
  }

  async get(realmId: number): Promise<readonly CustomProfileField[]> {
    return (await this.projection.get(realmId)).fields;
  }
}
