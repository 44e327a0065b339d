import { randomUUID } from 'node:crypto';
import {
  GetRenderingSettings,
  type Linkifier,
  LinkifiersChanged,
  type RealmEmoji,
  RealmEmojiChanged,
} from '@chat/contracts';
import { type LogReader, RealmProjection } from '@chat/event-log';
import type { DescriptionContext } from '@chat/markdown';
import type { RedisTransportClient } from '@chat/redis-rpc';

interface Rendering {
  emoji: readonly RealmEmoji[];
  linkifiers: readonly Linkifier[];
}

/** What of the realms makes texts look as they do, as the realm-settings service has it. */
export class RealmRendering {
  private readonly projection: RealmProjection<Rendering>;

  constructor(reader: LogReader, client: RedisTransportClient) {
    this.projection = new RealmProjection<Rendering>(reader, {
      service: 'realm-settings',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetRenderingSettings, { realmId }, context);
        return { sequence, state: { emoji: state.emoji, linkifiers: state.linkifiers } };
      },
      apply: (state, event) => {
        if (RealmEmojiChanged.matches(event)) state.emoji = event.payload.emoji;
        if (LinkifiersChanged.matches(event)) state.linkifiers = event.payload.linkifiers;
      },
    });
  }

  async emoji(realmId: number): Promise<readonly RealmEmoji[]> {
    return (await this.projection.get(realmId)).emoji;
  }

  /** For texts outside of messages. */
  async context(realmId: number, realmUrl: string): Promise<DescriptionContext> {
    const { emoji, linkifiers } = await this.projection.get(realmId);
    const active = emoji.filter((one) => !one.isDeactivated);
    return {
      realmUrl,
      linkifiers,
      realmEmoji: Object.fromEntries(active.map((one) => [one.name, { id: one.id, url: one.sourceUrl }])),
    };
  }
}
