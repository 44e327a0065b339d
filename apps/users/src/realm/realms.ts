import { randomUUID } from 'node:crypto';
import {
  type CustomProfileField,
  GetProfileFields,
  GetRenderingSettings,
  LinkifiersChanged,
  ProfileFieldsChanged,
  type RealmEmoji,
  RealmEmojiChanged,
  type RealmRecord,
  type RenderingSettings,
  realmDeactivated,
} from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import type { DescriptionContext } from '@chat/markdown';
import { RedisTransportClient } from '@chat/redis-rpc';
import { RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

/** Projections of the realm-settings service. A realm is loaded at its first use and follows the events. */
@Injectable()
export class Realms {
  private readonly fields: RealmProjection<{ fields: readonly CustomProfileField[] }>;
  private readonly rendering: RealmProjection<RenderingSettings>;

  constructor(
    private readonly records: RealmRecords,
    reader: LogReader,
    client: RedisTransportClient,
  ) {
    const service = 'realm-settings';
    const contextOf = (realmId: number) => ({ realmId, requestId: randomUUID() });
    this.fields = new RealmProjection(reader, {
      service,
      load: async (realmId) => {
        const { sequence, state } = await client.request(GetProfileFields, { realmId }, contextOf(realmId));
        return { sequence, state: { fields: state } };
      },
      apply: (state, event) => {
        if (ProfileFieldsChanged.matches(event)) state.fields = event.payload.fields;
      },
    });
    this.rendering = new RealmProjection(reader, {
      service,
      load: (realmId) => client.request(GetRenderingSettings, { realmId }, contextOf(realmId)),
      apply: (state, event) => {
        if (RealmEmojiChanged.matches(event)) Object.assign(state, { emoji: event.payload.emoji });
        if (LinkifiersChanged.matches(event)) Object.assign(state, { linkifiers: event.payload.linkifiers });
      },
    });
  }

  /** Rejects with BAD_REQUEST if the realm does not exist. */
  get(realmId: number): Promise<RealmRecord> {
    return this.records.get(realmId);
  }

  /** The same; also rejects with REALM_DEACTIVATED. */
  async getActive(realmId: number): Promise<RealmRecord> {
    const realm = await this.records.get(realmId);
    if (realm.isDeactivated) throw realmDeactivated();
    return realm;
  }

  async profileFields(realmId: number): Promise<readonly CustomProfileField[]> {
    return (await this.fields.get(realmId)).fields;
  }

  async emoji(realmId: number): Promise<readonly RealmEmoji[]> {
    return (await this.rendering.get(realmId)).emoji;
  }

  /** The context that renders texts outside of messages. */
  async descriptionContext(realmId: number): Promise<DescriptionContext> {
    const realmUrl = (await this.get(realmId)).url;
    const { emoji, linkifiers } = await this.rendering.get(realmId);
    const active = emoji.filter((one) => !one.isDeactivated);
    const realmEmoji = Object.fromEntries(active.map((one) => [one.name, { id: one.id, url: one.sourceUrl }]));
    return { realmUrl, linkifiers, realmEmoji };
  }
}
