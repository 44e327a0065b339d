import { randomUUID } from 'node:crypto';
import { BotChanged, type BotRecord, GetRealmBots } from '@chat/contracts';
import { LogReader, RealmProjection } from '@chat/event-log';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** Projection of the bots of realms with their configuration, which the users service owns. Secrets stay sealed in it. */
@Injectable()
export class RealmBots {
  private readonly projection: RealmProjection<Map<number, BotRecord>>;

  constructor(reader: LogReader, client: RedisTransportClient) {
    this.projection = new RealmProjection(reader, {
      service: 'users',
      load: async (realmId) => {
        const context = { realmId, requestId: randomUUID() };
        const { sequence, state } = await client.request(GetRealmBots, { realmId }, context);
        return { sequence, state: new Map(state.map((bot) => [bot.user.userId, bot])) };
      },
      apply: (bots, event) => {
        if (!BotChanged.matches(event)) return;
        const { user, configuration } = event.payload;
        // Older replicas publish no configuration, and change none.
        const unchanged = bots.get(user.userId)?.configuration ?? null;
        bots.set(user.userId, { user, configuration: configuration === undefined ? unchanged : configuration });
      },
    });
  }

  /** The bot, also a deactivated one; undefined if the realm has no such bot. */
  async find(realmId: number, botId: number): Promise<BotRecord | undefined> {
    return (await this.projection.get(realmId)).get(botId);
  }
}
