import { randomUUID } from 'node:crypto';
import { GetRealm, type RealmRecord, RealmUpdated } from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/**
 * The records of realms: a projection of the realm-settings service. `get` rejects with BAD_REQUEST if the realm does not exist. To be
 * named in the providers of a module that needs it.
 */
@Injectable()
export class RealmRecords extends RealmProjection<RealmRecord> {
  constructor(client: RedisTransportClient, reader: LogReader) {
    super(reader, {
      service: 'realm-settings',
      load: (realmId) => client.request(GetRealm, { realmId }, { realmId, requestId: randomUUID() }),
      apply: (_, event) => (RealmUpdated.matches(event) ? event.payload.realm : undefined),
    });
  }
}
