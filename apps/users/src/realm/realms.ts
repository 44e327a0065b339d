import { randomUUID } from 'node:crypto';
import { GetRealm, type RealmRecord, RealmUpdated } from '@chat/contracts';
import { type LogReader, RealmProjection } from '@chat/event-log';
import type { RedisTransportClient } from '@chat/redis-rpc';

/** The realms' records, as the realm-settings service has them. */
export class Realms {
  private readonly projection: RealmProjection<{ realm: RealmRecord }>;

  constructor(reader: LogReader, client: RedisTransportClient) {
    this.projection = new RealmProjection(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetRealm, { realmId }, context);
        return { sequence, state: { realm: state } };
      },
      apply: (state, event) => {
        if (RealmUpdated.matches(event)) state.realm = event.payload.realm;
      },
    });
  }

  /** Rejects with BAD_REQUEST when there is no such realm. */
  async get(realmId: number): Promise<RealmRecord> {
    return (await this.projection.get(realmId)).realm;
  }
}
