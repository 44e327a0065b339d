import { randomUUID } from 'node:crypto';
import {
  GetRealmAccounts,
  GetRenderingSettings,
  LinkifiersChanged,
  type RealmEmoji,
  RealmEmojiChanged,
  type RealmRecord,
} from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import type { Linkifier, RealmEmoji as RenderedEmoji } from '@chat/markdown';
import { RedisTransportClient } from '@chat/redis-rpc';
import { RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { RealmUsers } from './realm-users.js';

export interface RealmState {
  readonly realm: RealmRecord;
  readonly users: RealmUsers;
}

/** Extensions of a realm to the Markdown dialect. */
interface RealmMarkup {
  linkifiers: readonly Linkifier[];
  /** Active emoji by name, without colons. */
  emoji: Readonly<Record<string, RenderedEmoji>>;
  /** All emoji, including deactivated ones. */
  emojiRecords: readonly RealmEmoji[];
}

/**
 * Projections of other services' data: users and groups, settings and markup of realms. Each is as fresh as the current request
 * demands (`asOf`).
 */
@Injectable()
export class RealmProjections {
  private readonly userProjection: RealmProjection<RealmUsers>;
  private readonly markupProjection: RealmProjection<RealmMarkup>;

  constructor(
    private readonly records: RealmRecords,
    client: RedisTransportClient,
    reader: LogReader,
  ) {
    this.userProjection = new RealmProjection(reader, {
      service: 'users',
      load: async (realmId) => {
        const { sequence, state } = await client.request(GetRealmAccounts, { realmId }, contextOf(realmId));
        return { sequence, state: new RealmUsers(state, sequence) };
      },
      apply: (users, event) => void users.apply(event),
    });
    this.markupProjection = new RealmProjection(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const { sequence, state } = await client.request(GetRenderingSettings, { realmId }, contextOf(realmId));
        const { linkifiers, emoji: emojiRecords } = state;
        return { sequence, state: { linkifiers, emojiRecords, emoji: emojiInUse(emojiRecords) } };
      },
      apply: (markup, event) => {
        if (LinkifiersChanged.matches(event)) markup.linkifiers = event.payload.linkifiers;
        if (!RealmEmojiChanged.matches(event)) return undefined;
        markup.emojiRecords = event.payload.emoji;
        markup.emoji = emojiInUse(event.payload.emoji);
      },
    });
  }

  users(realmId: number): Promise<RealmUsers> {
    return this.userProjection.get(realmId);
  }

  realm(realmId: number): Promise<RealmRecord> {
    return this.records.get(realmId);
  }

  async state(realmId: number): Promise<RealmState> {
    const [realm, users] = await Promise.all([this.realm(realmId), this.users(realmId)]);
    return { realm, users };
  }

  markup(realmId: number): Promise<RealmMarkup> {
    return this.markupProjection.get(realmId);
  }
}

const contextOf = (realmId: number) => ({ realmId, requestId: randomUUID() });

const emojiInUse = (records: readonly RealmEmoji[]): RealmMarkup['emoji'] =>
  Object.fromEntries(
    records.filter((record) => !record.isDeactivated).map(({ id, name, sourceUrl }) => [name, { id, url: sourceUrl }]),
  );
