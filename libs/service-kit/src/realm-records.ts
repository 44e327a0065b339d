import { randomUUID } from 'node:crypto';
import { GetRealm, type RealmRecord, RealmUpdated } from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** The records of realms: a projection of the realm-settings service. To be named in the providers of a module that needs it. */
@Injectable()
export class RealmRecords {
  private readonly projection: RealmProjection<{ record: RealmRecord }>;

  constructor(client: RedisTransportClient, reader: LogReader) {
    this.projection = new RealmProjection<{ record: RealmRecord }>(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetRealm, { realmId }, context);
        return { sequence, state: { record: state } };
      },
      apply: (realm, event) => {
        if (RealmUpdated.matches(event)) realm.record = event.payload.realm;
      },
    });
  }

  /** Rejects with BAD_REQUEST if the realm does not exist. */
  async get(realmId: number): Promise<RealmRecord> {
    return (await this.projection.get(realmId)).record;
  }
}
