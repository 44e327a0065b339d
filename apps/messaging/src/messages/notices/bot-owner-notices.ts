import type { MessageRecipient, Principal } from '@chat/contracts';
import { Database, lockRealm } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { principalOf } from '../../projections/principal-of.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import type { StreamAddress } from '../send/stream-recipients.js';
import { Notices } from './notices.js';

/** Time between two notices about one bot. Source: public behaviour of the reference server. */
const QUIET_MS = 60_000;
/** Pairs of bot and stream with a recent check for subscribers. */
const MAX_CHECKED = 10_000;

type StreamRecipient = Extract<MessageRecipient, { readonly kind: 'stream' }>;

/**
 * Notifies owners of bots of failures, for example of messages to streams that do not exist or have no subscribers: programs do not read
 * error messages.
 */
@Injectable()
export class BotOwnerNotices {
  /** Pairs of bot and stream that were checked within QUIET_MS. */
  private readonly checked = new LRUCache<string, true>({ max: MAX_CHECKED, ttl: QUIET_MS });

  constructor(
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
    private readonly database: Database,
    private readonly resources: ServiceResources,
  ) {}

  /** `problem`: the end of the sentence that begins with the bot. No notice for an account without an owner. */
  async notify(realmId: number, botId: number, problem: string): Promise<void> {
    const bot = (await this.projections.users(realmId)).get(botId);
    if (bot?.botOwnerId) await this.notifyOwner(principalOf(bot, realmId), problem);
  }

  /** `bot` wrote to a stream that does not exist or that it does not see. */
  async notifyOfMissingStream(bot: Principal, address: StreamAddress): Promise<void> {
    await this.notifyOwner(bot, `tried to send a message to ${toStream(address)}, which does not exist.`);
  }

  /** `bot` writes to a stream that may have no subscribers. At most one query a minute for each stream. */
  async notifyIfDeserted(bot: Principal, { streamId, streamName }: StreamRecipient): Promise<void> {
    if (await this.isDeserted(bot, streamId)) {
      const stream = toStream({ name: streamName });
      await this.notifyOwner(bot, `tried to send a message to ${stream}, which has no subscribers.`);
    }
  }

  private async isDeserted({ userId, realmId }: Principal, streamId: number): Promise<boolean> {
    const key = `${userId}:${streamId}`;
    if (this.checked.has(key)) return false;
    this.checked.set(key, true);
    const users = await this.projections.users(realmId);
    // One array parameter, however many deactivated users the realm has.
    const subscribers = await this.database.query(
      'SELECT 1 FROM subscriptions WHERE stream_id = $1 AND is_active AND user_id <> ALL ($2) LIMIT 1',
      [streamId, users.deactivatedIds()],
    );
    return subscribers.length === 0;
  }

  /** Never rejects: a failed notice must not fail the request of the bot. */
  private async notifyOwner(bot: Principal, problem: string): Promise<void> {
    try {
      const realmState = await this.projections.state(bot.realmId);
      const owner = realmState.users.get(bot.botOwnerId as number);
      if (!owner?.isActive || !(await this.mayNotify(bot))) return;
      const content = `Your bot \`${bot.email}\` ${problem}`;
      await this.database.transaction(async (tx) => {
        await lockRealm(tx, bot.realmId);
        await this.notices.send(tx, realmState, [{ user: owner, content }]);
      });
    } catch (error) {
      this.resources.logger.warn(
        { err: error, botId: bot.userId },
        'Notice to the owner of a bot failed; the message of the bot is not affected',
      );
    }
  }

  /** True once per interval, over all replicas. */
  private async mayNotify({ realmId, userId }: Principal): Promise<boolean> {
    const key = `bot-owner-told:${realmId}:${userId}`;
    return (await this.resources.redis.set(key, '1', 'PX', QUIET_MS, 'NX')) === 'OK';
  }
}

const toStream = (address: StreamAddress): string =>
  'id' in address ? `the stream with ID ${address.id}` : `the stream \`${address.name.trim().replaceAll('`', '’')}\``;
