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
import { countAttempt } from '../delivery-metrics.js';
import type { WebhookEntity } from '../webhook.entity.js';
import { OwnerNotices } from './owner-notices.js';
import { nextPause, retryAfterOf } from './retry-plan.js';

export const WEBHOOK_SECRET_PURPOSE = 'event webhook secret';

const USER_AGENT = 'Chat-Webhooks/1';
/** Requests of one webhook at a time, while they succeed. After a failure it has one at each look. */
const IN_FLIGHT_PER_WEBHOOK = 10;
/** Requests of a replica at a time. */
const MAX_IN_FLIGHT = 500;
/** Those of webhooks with a failure as their last result: receivers that hang, however many, leave room for the others. */
const MAX_IN_FLIGHT_UNPROVEN = 250;
/** A transaction locks the webhooks of its results. */
const MAX_RESULTS_PER_BATCH = 100;
const MAX_ANSWER_BYTES = 1_024;
const LOOK_EVERY_MS = 1_000;
/** At the end of the process: later responses are not waited for, and the next holder repeats those requests. */
const STOP_WITHIN_MS = 5_000;
const FORGET_EVERY_MS = 600_000;

/** Results that one transaction stores. */
interface Batch {
  readonly results: AttemptResult[];
  readonly stored: Promise<void>;
}

/** The deliveries of one webhook. */
interface Lane {
  webhook: WebhookEntity;
  readonly inFlight: Set<number>;
  isReading: boolean;
  mayHaveMore: boolean;
  /** Whether the last request succeeded. False before the first one. */
  isProven: boolean;
}

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
  private nextBatch: Batch | undefined;
  private lastBatch: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly egress: Egress,
    private readonly notices: OwnerNotices,
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
        return [
          webhook.id,
          known
            ? Object.assign(known, { webhook })
            : { webhook, inFlight: new Set(), isReading: false, mayHaveMore: true, isProven: false },
        ];
      }),
    );
    for (const lane of this.lanes.values()) if (!before.has(lane.webhook.id)) this.fill(lane);
  }

  /** The webhook has new deliveries. */
  wake({ id }: Pick<WebhookEntity, 'id'>): void {
    const lane = this.lanes.get(id);
    if (lane === undefined) return;
    lane.mayHaveMore = true;
    this.fill(lane);
  }

  /** Waits some seconds for the requests under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const giveUpAt = performance.now() + STOP_WITHIN_MS;
    while (this.inFlight > 0 && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
    await this.lastBatch;
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
    if (this.lanes.get(lane.webhook.id) !== lane || lane.isReading || !lane.mayHaveMore || this.isStopping) return;
    const limit = lane.webhook.isOrdered || !lane.isProven ? 1 : IN_FLIGHT_PER_WEBHOOK;
    const room = Math.min(limit - lane.inFlight.size, MAX_IN_FLIGHT - this.inFlight);
    if (room <= 0 || (!lane.isProven && this.inFlightUnproven >= MAX_IN_FLIGHT_UNPROVEN)) return;
    lane.isReading = true;
    lane.mayHaveMore = false;
    this.deliveries
      .due(lane.webhook, [...lane.inFlight], room)
      .then((due) => {
        lane.isReading = false;
        if (due.length === room) lane.mayHaveMore = true;
        for (const delivery of due) void this.send(lane, delivery);
        this.fill(lane);
      })
      .catch((err: unknown) => {
        // The next look finds them.
        lane.isReading = false;
        this.logger.warn({ err, webhook: lane.webhook.id }, 'Due deliveries of a webhook could not be read');
      });
  }

  private async send(lane: Lane, delivery: DueDelivery): Promise<void> {
    const { isProven } = lane;
    lane.inFlight.add(delivery.sequence);
    this.inFlight++;
    if (!isProven) this.inFlightUnproven++;
    try {
      const result = await this.attempt(delivery);
      lane.isProven = result.outcome === 'delivered';
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
  private async attempt(delivery: DueDelivery): Promise<AttemptResult> {
    const { webhookId, sequence, attemptCount } = delivery;
    const startedAt = performance.now();
    const nowMs = Date.now();
    const result = (status: number | null, error: string | null, retryAfter?: number): AttemptResult => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isDelivered = error === null;
      const pause = isDelivered || status === 410 ? undefined : nextPause(this.pauses, attemptCount + 1, retryAfter);
      const outcome = isDelivered ? 'delivered' : pause === undefined ? 'dead' : 'failed';
      const attempt = { timestamp: Math.floor(nowMs / 1_000), durationMs, status, error };
      return { webhookId, sequence, attempt, outcome, pauseSeconds: pause ?? null };
    };
    try {
      const response = await this.egress.request({
        url: delivery.url,
        method: 'POST',
        ...this.signed(delivery, nowMs),
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

  private signed(delivery: DueDelivery, nowMs: number) {
    const { webhookId, eventType, occurredAt, sequence, payload } = delivery;
    const head = JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), sequence });
    const body = `${head.slice(0, -1)},"data":${payload}}`;
    const { sealedSecret, formerSealedSecret, formerSecretUntil } = delivery;
    const secrets = [sealedSecret];
    if (formerSealedSecret && formerSecretUntil && formerSecretUntil.getTime() > Date.now())
      secrets.push(formerSealedSecret);
    const opened = secrets.map((sealed) => this.seal.open(sealed));
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signedHeaders({ id: deliveryId(webhookId, sequence), body, nowMs }, opened),
    };
    return { headers, body };
  }

  /** Stores the result, together with those of other requests that end meanwhile. */
  private async recorded(webhook: WebhookEntity, { occurredAt }: DueDelivery, result: AttemptResult): Promise<void> {
    await this.inBatch(result);
    countAttempt(result.outcome, (Date.now() - occurredAt.getTime()) / 1_000);
    if (result.outcome === 'dead') await this.notices.ofDeadDelivery(webhook);
  }

  /** One batch is stored at a time. Results gather in the next one. */
  private inBatch(result: AttemptResult): Promise<void> {
    const waiting = this.nextBatch;
    if (waiting !== undefined && waiting.results.length < MAX_RESULTS_PER_BATCH) {
      waiting.results.push(result);
      return waiting.stored;
    }
    const results = [result];
    const stored = this.lastBatch.then(() => {
      if (this.nextBatch?.results === results) this.nextBatch = undefined;
      return this.store(results);
    });
    this.nextBatch = { results, stored };
    this.lastBatch = stored;
    return stored;
  }

  private async store(results: readonly AttemptResult[]): Promise<void> {
    try {
      const stopped = await this.deliveries.record(results, this.disableAfterSeconds);
      for (const id of stopped) this.lanes.delete(id);
    } catch (err) {
      // They are still pending and due, and will be sent again.
      this.logger.error({ err, count: results.length }, 'Results of deliveries could not be stored');
    }
  }
}

/** The header `webhook-id`. */
export const deliveryId = (webhookId: number, sequence: number): string => `msg_${webhookId}_${sequence}`;

/** The sequence in an id of a delivery of the webhook; undefined for another id. */
export function sequenceOf(webhookId: number, id: string): number | undefined {
  const prefix = deliveryId(webhookId, 0).slice(0, -1);
  const rest = id.startsWith(prefix) ? id.slice(prefix.length) : '';
  return /^[1-9]\d{0,14}$/.test(rest) ? Number(rest) : undefined;
}
