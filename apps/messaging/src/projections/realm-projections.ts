import { randomUUID } from 'node:crypto';
import {
  GetRealm,
  GetRealmAccounts,
  GetRenderingSettings,
  type RealmRecord,
  RealmUpdated,
  type RequestClass,
  type ServiceRequest,
} from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { RealmMarkup } from './realm-markup.js';
import { RealmUsers } from './realm-users.js';

/** The settings of a realm, and its users. */
export interface RealmState {
  readonly realm: RealmRecord;
  readonly users: RealmUsers;
}

/**
 * Projections of other services' data: users and groups, settings and markup of realms. Each is as fresh as the current request
 * demands (`asOf`).
 */
@Injectable()
export class RealmProjections {
  private readonly userProjection: RealmProjection<RealmUsers>;
  private readonly realmProjection: RealmProjection<{ record: RealmRecord }>;
  private readonly markupProjection: RealmProjection<RealmMarkup>;

  constructor(
    private readonly client: RedisTransportClient,
    reader: LogReader,
  ) {
    this.userProjection = new RealmProjection(reader, {
      service: 'users',
      load: async (realmId) => {
        const { sequence, state } = await this.ask(GetRealmAccounts, realmId);
        return { sequence, state: new RealmUsers(state, sequence) };
      },
      apply: (users, event) => users.apply(event),
    });
    this.realmProjection = new RealmProjection(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const { sequence, state } = await this.ask(GetRealm, realmId);
        return { sequence, state: { record: state } };
      },
      apply: (realm, event) => {
        if (RealmUpdated.matches(event)) realm.record = event.payload.realm;
      },
    });
    this.markupProjection = new RealmProjection(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const { sequence, state } = await this.ask(GetRenderingSettings, realmId);
        return { sequence, state: new RealmMarkup(state) };
      },
      apply: (markup, event) => markup.apply(event),
    });
  }

  users(realmId: number): Promise<RealmUsers> {
    return this.userProjection.get(realmId);
  }

  async realm(realmId: number): Promise<RealmRecord> {
    return (await this.realmProjection.get(realmId)).record;
  }

  async state(realmId: number): Promise<RealmState> {
    const [realm, users] = await Promise.all([this.realm(realmId), this.users(realmId)]);
    return { realm, users };
  }

  /** Linkifiers and emoji of the realm. */
  markup(realmId: number): Promise<RealmMarkup> {
    return this.markupProjection.get(realmId);
  }

  private ask<Reply, Request extends ServiceRequest<Reply> & { realmId: number }>(
    type: RequestClass<Request> & (new () => ServiceRequest<Reply>),
    realmId: number,
  ) {
    return this.client.request(type as RequestClass<Request>, { realmId } as never, {
      realmId,
      requestId: randomUUID(),
    });
  }
}
