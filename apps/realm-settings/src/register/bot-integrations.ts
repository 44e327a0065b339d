import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BotIntegration, ListBotIntegrations } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** A new release of the integrations service may have others. */
const REFRESH_EVERY_MS = 60_000;
/** After a failure, so that registrations do not wait for a service that is away. */
const RETRY_AFTER_MS = 5_000;
/** A busy service may reply after this time: the next registration has its list. */
const MAX_WAIT_MS = 500;
const READ_TIMEOUT_MS = 5_000;

/** The integrations of the integrations service, as it last listed them; none until it did. */
@Injectable()
export class BotIntegrations implements OnApplicationBootstrap {
  private known: readonly BotIntegration[] = [];
  private nextReadAtMs = 0;
  private reading: Promise<void> | undefined;
  private waitsUntilMs = 0;

  constructor(private readonly client: RedisTransportClient) {}

  /** Asks before the first registration: its client would keep an empty list. */
  onApplicationBootstrap(): void {
    this.readIfDue();
  }

  /** Waits for the first list only, and not for long. The same list until another one is read. */
  async list(): Promise<readonly BotIntegration[]> {
    this.readIfDue();
    const waitMs = this.waitsUntilMs - performance.now();
    if (this.known.length === 0 && waitMs > 0) {
      await Promise.race([this.reading, sleep(waitMs, undefined, { ref: false })]);
    }
    return this.known;
  }

  private readIfDue(): void {
    if (performance.now() < this.nextReadAtMs || this.reading !== undefined) return;
    this.waitsUntilMs = performance.now() + MAX_WAIT_MS;
    this.reading = this.read().finally(() => {
      this.reading = undefined;
    });
  }

  private async read(): Promise<void> {
    try {
      const deadlineMs = this.client.clock.nowMs() + READ_TIMEOUT_MS;
      const context = { realmId: 0, requestId: randomUUID(), deadlineMs };
      const { integrations } = await this.client.request(ListBotIntegrations, {}, context);
      if (JSON.stringify(integrations) !== JSON.stringify(this.known)) this.known = integrations;
      this.nextReadAtMs = performance.now() + REFRESH_EVERY_MS;
    } catch {
      this.nextReadAtMs = performance.now() + RETRY_AFTER_MS;
    }
  }
}
