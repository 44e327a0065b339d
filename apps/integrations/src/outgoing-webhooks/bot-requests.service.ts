import { randomUUID } from 'node:crypto';
import { type CallBots, GetMessageForBot, OUTGOING_WEBHOOK_BOT } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RealmBots } from '../bots/realm-bots.js';
import { AskBot } from './ask-bot.js';
import { type BotKey, type BotRequest, BotRequestsRepository } from './bot-requests.repository.js';
import type { Outcome } from './outcome.js';
import { countRequest, measureRequests } from './request-metrics.js';
import { SendOutcome } from './send-outcome.js';
import { type Slots, SlotsByBot } from './slots-by-bot.js';

/** Pauses before the further tries after a timeout or a broken connection. */
const RETRY_AFTER_MS = [1_000, 4_000, 16_000];
/** While messaging is away: 1, 2, 4 … seconds. */
const MAX_PAUSE_MS = 60_000;
/** Beyond the time limit of the bot: for the messages of the outcome. After that another replica takes the request over. */
const LEASE_MARGIN_MS = 20_000;
const SWEEP_EVERY_MS = 5_000;
const MAX_SWEPT_BOTS = 500;
const DELETE_EVERY_MS = 3_600_000;
/** Longer than events are repeated, so that none begins a second request. */
const FINISHED_LIFE_SECONDS = 7 * 86_400;

/**
 * Asks bots and sends their replies. The rows are the truth: the replica that accepts a message works on its requests at once, and timers
 * begin further tries. If the replica dies, the lease of its requests ends, and the sweep of another one goes on.
 */
@Injectable()
export class BotRequestsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly slots = new SlotsByBot();
  private readonly running = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosing = false;

  constructor(
    private readonly requests: BotRequestsRepository,
    private readonly bots: RealmBots,
    private readonly askBot: AskBot,
    private readonly sendOutcome: SendOutcome,
    private readonly client: RedisTransportClient,
    private readonly resources: ServiceResources,
    private readonly jobs: RepeatedJobs,
  ) {
    measureRequests(resources.health, requests);
  }

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'bot requests', everyMs: SWEEP_EVERY_MS, firstAfterMs: 1_000, run: () => this.sweep() });
    this.jobs.start({
      name: 'deletion of finished bot requests',
      everyMs: DELETE_EVERY_MS,
      run: () => this.requests.deleteFinished(FINISHED_LIFE_SECONDS),
    });
  }

  /** Requests that have begun are finished; the others are left to other replicas. */
  async onModuleDestroy(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  /** Stores the requests of a message, once, and begins them. */
  async accept({ botIds, ...call }: CallBots): Promise<void> {
    await this.requests.insert(call, botIds);
    for (const botId of botIds) this.wake({ realmId: call.realmId, botId });
  }

  /** Begins all due requests for which slots are free. */
  async sweep(): Promise<void> {
    for (const bot of await this.requests.dueBots(MAX_SWEPT_BOTS)) this.wake(bot);
  }

  /** Works on the due requests of the bot, in the background. */
  private wake(bot: BotKey): void {
    const slots = this.isClosing ? undefined : this.slots.take(bot);
    if (slots === undefined) return;
    const running = this.work(bot, slots)
      .catch((error: unknown) => {
        this.resources.logger.warn({ err: error, ...bot }, 'Requests to a bot not begun; the sweep tries again');
      })
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private async work(bot: BotKey, slots: Slots): Promise<void> {
    const leaseMs = this.askBot.timeoutMs + LEASE_MARGIN_MS;
    let claimed: BotRequest[] = [];
    try {
      claimed = await this.requests.claim(bot, slots.count, leaseMs);
    } finally {
      slots.giveBack(slots.count - claimed.length);
    }
    const mayBeMore = claimed.length === slots.count;
    const finished = claimed.map(async (request) => {
      await this.run(request);
      slots.giveBack(1);
      if (mayBeMore) this.wake(bot);
    });
    await Promise.all(finished);
  }

  /** Never rejects. */
  private async run(request: BotRequest): Promise<void> {
    try {
      await this.advance(request);
    } catch (error) {
      const { id, messageId, botId } = request;
      this.resources.logger.warn({ err: error, messageId, botId }, 'Request to a bot interrupted; it goes on shortly');
      const pauseMs = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** Math.min(request.interruptions, 10));
      // If the database is away, the end of the lease has the same effect.
      await this.postpone(request, pauseMs, 'interruptions').catch(() =>
        this.resources.logger.warn({ id }, 'Request to a bot not postponed'),
      );
    }
  }

  private async advance(request: BotRequest): Promise<void> {
    const { id, realmId, messageId, senderId, botId } = request;
    const { record, context } = await this.botNow(request);
    const shown =
      record && (await this.client.request(GetMessageForBot, { realmId, messageId, senderId, botId }, context));
    if (!record || !shown) return this.drop(request);
    let { outcome } = request;
    if (outcome === null) {
      outcome = await this.askBot.ask(request, record, shown);
      const pauseMs = RETRY_AFTER_MS[request.failures];
      if (mayBeTriedAgain(outcome) && pauseMs !== undefined) {
        countRequest('retried');
        return this.postpone(request, pauseMs, 'failures');
      }
      await this.requests.decide(id, outcome);
    }
    // Meanwhile the bot may have another owner, or be deactivated.
    const { record: present, context: later } = await this.botNow(request);
    if (!present) return this.drop(request);
    const sent = await this.sendOutcome.send(outcome, { request, bot: present.user, shown, context: later });
    await this.requests.finish(id);
    countRequest(sent.kind === 'failed' ? sent.failure.kind : sent.kind);
  }

  /** The bot as of now, in requests with this context, too; undefined if it cannot be called any more. */
  private async botNow({ realmId, botId }: BotKey) {
    const asOf = await this.resources.reader.tail(realmId);
    await this.resources.reader.waitUntilApplied(realmId, asOf);
    const record = await this.bots.find(realmId, botId);
    const isCallable = record?.user.isActive === true && record.user.botType === OUTGOING_WEBHOOK_BOT;
    return { record: isCallable ? record : undefined, context: { realmId, requestId: randomUUID(), asOf } };
  }

  private async drop({ id }: BotRequest): Promise<void> {
    await this.requests.finish(id);
    countRequest('gone');
  }

  private async postpone(request: BotRequest, pauseMs: number, reason: 'failures' | 'interruptions'): Promise<void> {
    await this.requests.postpone(request.id, pauseMs, reason);
    if (this.isClosing) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake(request);
    }, pauseMs);
    timer.unref();
    this.timers.add(timer);
  }
}

const mayBeTriedAgain = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && (outcome.failure.kind === 'timeout' || outcome.failure.kind === 'connection');
