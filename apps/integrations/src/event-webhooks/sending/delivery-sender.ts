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
/** Requests of one webhook at a time: a slow receiver delays no other one. */
const IN_FLIGHT_PER_WEBHOOK = 10;
/** Requests of a replica at a time. */
const MAX_IN_FLIGHT = 500;
const MAX_ANSWER_BYTES = 1_024;
const LOOK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 600_000;

/** The deliveries of one webhook. */
interface Lane {
  webhook: WebhookEntity;
  readonly inFlight: Set<number>;
  isReading: boolean;
  mayHaveMore: boolean;
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
  private results: AttemptResult[] = [];
  private recording: Promise<void> | undefined;
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
            : { webhook, inFlight: new Set(), isReading: false, mayHaveMore: true },
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

  /** Waits for the requests under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    while (this.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    while (this.recording) await this.recording;
  }

  private async look(): Promise<void> {
    if (this.lanes.size === 0) return;
    for (const id of await this.deliveries.withDue([...this.lanes.keys()])) this.wake({ id });
  }

  private async forgetOld(): Promise<void> {
    while ((await this.deliveries.forgetOld()) === DELETED_PER_STATEMENT && !this.isStopping);
  }

  /** Starts as many requests of the webhook as there is room for. */
  private fill(lane: Lane): void {
    const limit = lane.webhook.isOrdered ? 1 : IN_FLIGHT_PER_WEBHOOK;
    const room = Math.min(limit - lane.inFlight.size, MAX_IN_FLIGHT - this.inFlight);
    if (room <= 0 || lane.isReading || !lane.mayHaveMore || this.isStopping) return;
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
    lane.inFlight.add(delivery.sequence);
    this.inFlight++;
    try {
      await this.recorded(lane.webhook, delivery, await this.attempt(lane.webhook, delivery));
    } finally {
      lane.inFlight.delete(delivery.sequence);
      this.inFlight--;
      this.fill(lane);
    }
  }

  /** Posts the delivery. Never rejects. */
  private async attempt(webhook: WebhookEntity, delivery: DueDelivery): Promise<AttemptResult> {
    const { sequence, attemptCount } = delivery;
    const startedAt = performance.now();
    const nowMs = Date.now();
    const result = (status: number | null, error: string | null, retryAfter?: number): AttemptResult => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isDelivered = error === null;
      const pause = isDelivered || status === 410 ? undefined : nextPause(this.pauses, attemptCount + 1, retryAfter);
      const outcome = isDelivered ? 'delivered' : pause === undefined ? 'dead' : 'failed';
      const attempt = { timestamp: Math.floor(nowMs / 1_000), durationMs, status, error };
      return { webhookId: webhook.id, sequence, attempt, outcome, pauseSeconds: pause ?? null };
    };
    try {
      const response = await this.egress.request({
        url: webhook.url,
        method: 'POST',
        ...this.signed(webhook, delivery, nowMs),
        timeoutMs: this.timeoutMs,
        maxBodyBytes: MAX_ANSWER_BYTES,
      });
      const { status } = response;
      const isSuccess = status >= 200 && status < 300;
      return result(status, isSuccess ? null : `Status ${status}`, retryAfterOf(response));
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return result(null, error.message);
    }
  }

  private signed(webhook: WebhookEntity, delivery: DueDelivery, nowMs: number) {
    const { eventType, occurredAt, sequence, payload } = delivery;
    const head = JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), sequence });
    const body = `${head.slice(0, -1)},"data":${payload}}`;
    const secrets = [webhook.sealedSecret];
    const { formerSealedSecret, formerSecretUntil } = webhook;
    if (formerSealedSecret && formerSecretUntil && formerSecretUntil.getTime() > Date.now())
      secrets.push(formerSealedSecret);
    const opened = secrets.map((sealed) => this.seal.open(sealed));
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signedHeaders({ id: deliveryId(webhook.id, sequence), body, nowMs }, opened),
    };
    return { headers, body };
  }

  /** Stores the result, together with those of other requests that end meanwhile. */
  private async recorded(webhook: WebhookEntity, { occurredAt }: DueDelivery, result: AttemptResult): Promise<void> {
    this.results.push(result);
    // A statement is under way: this result is in the next one.
    if (this.recording) await this.recording;
    if (this.results.includes(result)) {
      this.recording ??= this.recordAll().finally(() => {
        this.recording = undefined;
      });
      await this.recording;
    }
    countAttempt(result.outcome, (Date.now() - occurredAt.getTime()) / 1_000);
    if (result.outcome === 'dead') await this.notices.ofDeadDelivery(webhook);
  }

  private async recordAll(): Promise<void> {
    const results = this.results.splice(0);
    try {
      await this.deliveries.record(results, this.disableAfterSeconds);
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
