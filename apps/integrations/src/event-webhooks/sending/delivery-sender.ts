import { setting } from '@chat/configuration';
import { Egress, EgressError } from '@chat/egress';
import { RepeatedJobs, ServiceResources, TextSeal } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { signedHeaders } from '../../standard-webhooks/signed-headers.js';
import {
  type AttemptResult,
  DELETED_PER_STATEMENT,
  DeliveriesRepository,
  type DueDelivery,
} from '../deliveries.repository.js';
import { deliveryId } from '../delivery-id.js';
import { countAttempt, noteLag } from '../delivery-metrics.js';
import type { WebhookEntity } from '../webhook.entity.js';
import { signingSecrets } from '../webhook-secrets.js';
import { DeadDeliveryNotices } from './dead-delivery-notices.js';
import { DueDeliveries } from './due-deliveries.js';
import { type Lane, newLane } from './lane.js';
import { ResultBatches } from './result-batches.js';
import { nextPause, retryAfterOf } from './retry-plan.js';

export const WEBHOOK_SECRET_PURPOSE = 'event webhook secret';

const USER_AGENT = 'Chat-Webhooks/1';
/** Requests of one webhook at a time, while they succeed. After a failure it has one at each look. */
const IN_FLIGHT_PER_WEBHOOK = 10;
/** Requests of a replica at a time. */
const MAX_IN_FLIGHT = 500;
/** Requests of webhooks with a failure as their last result. Receivers that hang, however many, leave room for the others. */
const MAX_IN_FLIGHT_UNPROVEN = 250;
/** Deliveries that one statement reads for a webhook. */
const MAX_READ_AHEAD_PER_WEBHOOK = 50;
/** Payloads in memory that wait for room. */
const MAX_READ_AHEAD = 500;
/** Deliveries in memory are read again after this time, so that a stop, a new secret or a deactivated owner counts within a second. */
const READ_AHEAD_LIVES_MS = 1_000;
/** After the last sign of a flood. */
const HOLD_MS = 1_000;
/** A flood that lasts longer is delivered while it lasts. */
export const MAX_HOLD_MS = 10_000;
const MAX_ANSWER_BYTES = 1_024;
const LOOK_EVERY_MS = 1_000;
/** At the end of the process: later responses are not waited for, and the next holder repeats those requests. */
const STOP_WITHIN_MS = 5_000;
const FORGET_EVERY_MS = 600_000;

/** Sends the due deliveries of the followed webhooks, a bounded number at a time, and stores the result of each attempt. */
@Injectable()
export class DeliverySender implements OnApplicationBootstrap {
  private lanes = new Map<number, Lane>();
  private readonly seal = new TextSeal(WEBHOOK_SECRET_PURPOSE);
  private readonly timeoutMs = setting('EVENT_WEBHOOK_TIMEOUT_SECONDS') * 1_000;
  private readonly pauses = setting('EVENT_WEBHOOK_RETRY_SECONDS');
  private readonly disableAfterSeconds = setting('EVENT_WEBHOOK_DISABLE_AFTER_SECONDS');
  private readonly logger: Logger;
  private inFlight = 0;
  private inFlightUnproven = 0;
  private readAhead = 0;
  private readonly results = new ResultBatches((results) => this.store(results));
  private isStopping = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly dueDeliveries: DueDeliveries,
    private readonly egress: Egress,
    private readonly notices: DeadDeliveryNotices,
    private readonly jobs: RepeatedJobs,
    resources: ServiceResources,
  ) {
    this.logger = resources.logger;
  }

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'look for due deliveries', everyMs: LOOK_EVERY_MS, run: () => this.look() });
    this.jobs.start({ name: 'forget old deliveries', everyMs: FORGET_EVERY_MS, run: () => this.forgetOld() });
  }

  /** The webhooks of this replica from now on. */
  async follow(webhooks: readonly WebhookEntity[]): Promise<void> {
    const before = this.lanes;
    this.lanes = new Map(
      webhooks.map((webhook) => {
        const known = before.get(webhook.id);
        return [webhook.id, known ? Object.assign(known, { webhook }) : newLane(webhook)];
      }),
    );
    // The deliveries are read again, with the addresses and secrets as of now.
    for (const lane of before.values()) this.dropReadAhead(lane);
    for (const lane of this.lanes.values()) if (!before.has(lane.webhook.id)) this.fill(lane);
  }

  wake({ id }: Pick<WebhookEntity, 'id'>): void {
    const lane = this.lanes.get(id);
    if (lane === undefined) return;
    lane.mayHaveMore = true;
    this.fill(lane);
  }

  /**
   * The webhook gets a flood of events. Its deliveries wait until it ends, at most some seconds, since they need the same processors and the same
   * database as the messages of the flood.
   */
  hold({ id }: Pick<WebhookEntity, 'id'>): void {
    const lane = this.lanes.get(id);
    if (lane === undefined) return;
    const nowMs = performance.now();
    if (nowMs - lane.floodSeenMs > HOLD_MS) lane.floodBeganMs = nowMs;
    lane.floodSeenMs = nowMs;
  }

  /** Waits some seconds for the requests under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const giveUpAt = performance.now() + STOP_WITHIN_MS;
    while (this.inFlight > 0 && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
    await this.results.last;
  }

  private async look(): Promise<void> {
    if (this.lanes.size === 0) return;
    const due = await this.deliveries.withDue([...this.lanes.keys()]);
    // Another one first each time, for the case that there is not room for all.
    const first = Math.floor(Math.random() * due.length);
    for (const id of [...due.slice(first), ...due.slice(0, first)]) this.wake({ id });
  }

  private async forgetOld(): Promise<void> {
    while ((await this.deliveries.forgetOld()) === DELETED_PER_STATEMENT && !this.isStopping);
  }

  /** Starts as many requests of the webhook as there is room for. A webhook that this replica no longer follows begins none. */
  private fill(lane: Lane): void {
    if (!this.isFollowed(lane) || this.isStopping) return;
    const nowMs = performance.now();
    if (nowMs - lane.floodSeenMs < HOLD_MS && nowMs - lane.floodBeganMs < MAX_HOLD_MS) return;
    if (nowMs - lane.readAtMs > READ_AHEAD_LIVES_MS) this.dropReadAhead(lane);
    const room = this.roomOf(lane);
    const next = lane.waiting.slice(0, room);
    lane.waiting = lane.waiting.slice(next.length);
    this.readAhead -= next.length;
    for (const delivery of next) void this.send(lane, delivery);
    if (next.length < room) this.read(lane, room - next.length);
  }

  private isFollowed(lane: Lane): boolean {
    return this.lanes.get(lane.webhook.id) === lane;
  }

  /** Requests that the webhook may begin now. */
  private roomOf({ webhook, isProven, inFlight }: Lane): number {
    if (!isProven && this.inFlightUnproven >= MAX_IN_FLIGHT_UNPROVEN) return 0;
    const limit = webhook.isOrdered || !isProven ? 1 : IN_FLIGHT_PER_WEBHOOK;
    return Math.max(0, Math.min(limit - inFlight.size, MAX_IN_FLIGHT - this.inFlight));
  }

  private read(lane: Lane, room: number): void {
    if (lane.isReading || !lane.mayHaveMore) return;
    const ahead = lane.webhook.isOrdered || !lane.isProven ? 0 : MAX_READ_AHEAD - this.readAhead;
    const limit = Math.max(room, Math.min(ahead, MAX_READ_AHEAD_PER_WEBHOOK));
    lane.isReading = true;
    lane.mayHaveMore = false;
    const nowMs = performance.now();
    this.dueDeliveries
      .of(lane, limit)
      .then((due) => {
        lane.isReading = false;
        if (due.length === limit) lane.mayHaveMore = true;
        if (due[0] !== undefined && this.isFollowed(lane)) {
          lane.secrets = this.secretsOf(due[0]);
          lane.waiting = due;
          lane.readAtMs = nowMs;
          this.readAhead += due.length;
        }
        this.fill(lane);
      })
      .catch((err: unknown) => {
        // The next look finds them.
        lane.isReading = false;
        this.logger.warn({ err, webhook: lane.webhook.id }, 'Due deliveries of a webhook could not be read');
      });
  }

  private forget(id: number): void {
    const lane = this.lanes.get(id);
    this.lanes.delete(id);
    if (lane !== undefined) this.dropReadAhead(lane);
  }

  private suspect(lane: Lane | undefined): void {
    if (lane === undefined) return;
    lane.isProven = false;
    this.dropReadAhead(lane);
  }

  private dropReadAhead(lane: Lane): void {
    if (lane.waiting.length === 0) return;
    this.readAhead -= lane.waiting.length;
    lane.waiting = [];
    lane.mayHaveMore = true;
  }

  private async send(lane: Lane, delivery: DueDelivery): Promise<void> {
    const { isProven } = lane;
    lane.inFlight.add(delivery.sequence);
    this.inFlight++;
    if (!isProven) this.inFlightUnproven++;
    try {
      const result = await this.attempt(delivery, lane.secrets);
      if (result.outcome === 'delivered') lane.isProven = true;
      else this.suspect(lane);
      await this.recorded(lane.webhook, delivery, result);
    } finally {
      lane.inFlight.delete(delivery.sequence);
      this.inFlight--;
      if (!isProven) this.inFlightUnproven--;
      // After a failure the next look goes on, so that a failing receiver has a pause between requests.
      if (lane.isProven) this.fill(lane);
    }
  }

  /** Posts the delivery. Never rejects. */
  private async attempt(delivery: DueDelivery, secrets: readonly string[]): Promise<AttemptResult> {
    const { webhookId, sequence, attemptCount } = delivery;
    const startedAt = performance.now();
    const nowMs = Date.now();
    const result = (status: number | null, error: string | null, retryAfter?: number): AttemptResult => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isDelivered = error === null;
      const pause = isDelivered || status === 410 ? undefined : nextPause(this.pauses, attemptCount + 1, retryAfter);
      const outcome = isDelivered ? 'delivered' : pause === undefined ? 'dead' : 'failed';
      const attempt = { timestamp: Math.floor(nowMs / 1_000), durationMs, status, error };
      return { webhookId, sequence, attemptCount, attempt, outcome, pauseSeconds: pause ?? null };
    };
    try {
      const response = await this.egress.request({
        url: delivery.url,
        method: 'POST',
        ...signed(delivery, secrets, nowMs),
        timeoutMs: this.timeoutMs,
        maxBodyBytes: MAX_ANSWER_BYTES,
        ignoresBody: true,
      });
      const { status } = response;
      const isSuccess = status >= 200 && status < 300;
      return result(status, isSuccess ? null : `Status ${status}`, retryAfterOf(response));
    } catch (error) {
      if (error instanceof EgressError) return result(null, error.message);
      this.logger.error({ err: error, webhook: webhookId }, 'A request of a webhook could not be made');
      return result(null, 'The request could not be made.');
    }
  }

  private secretsOf(delivery: DueDelivery): string[] {
    return signingSecrets(delivery, Date.now()).map((sealed) => this.seal.open(sealed));
  }

  /** Stores the result, together with those of other requests that end meanwhile. */
  private async recorded(webhook: WebhookEntity, delivery: DueDelivery, result: AttemptResult): Promise<void> {
    await this.results.add(result);
    countAttempt(result.outcome);
    // The owner decides when a replay begins, so its time is no lag.
    const isFirst = result.outcome === 'delivered' && !delivery.isReplayed;
    if (isFirst) noteLag((Date.now() - delivery.occurredAt.getTime()) / 1_000);
    if (result.outcome === 'dead') await this.notices.ofDeadDelivery(webhook);
  }

  private async store(results: readonly AttemptResult[]): Promise<void> {
    try {
      const stopped = await this.deliveries.record(results, this.disableAfterSeconds);
      for (const id of stopped) this.forget(id);
    } catch (err) {
      // They are still pending and due. The next look sends them again, one at a time: not in a loop while the database is away.
      for (const { webhookId } of results) this.suspect(this.lanes.get(webhookId));
      this.logger.error({ err, count: results.length }, 'Results of deliveries could not be stored');
    }
  }
}

function signed(
  { webhookId, eventType, occurredAt, sequence, payload }: DueDelivery,
  secrets: readonly string[],
  nowMs: number,
) {
  const head = JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), sequence });
  const body = `${head.slice(0, -1)},"data":${payload}}`;
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signedHeaders({ id: deliveryId(webhookId, sequence), body, nowMs }, secrets),
  };
  return { headers, body };
}
