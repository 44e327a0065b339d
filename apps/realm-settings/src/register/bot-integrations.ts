import { randomUUID } from 'node:crypto';
import { type BotIntegration, ListBotIntegrations } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';

/** A new release of the integrations service may have others. */
const REFRESH_EVERY_MS = 60_000;
/** After a failure, so that registrations do not wait for a service that is away. */
const RETRY_AFTER_MS = 5_000;
const MAX_WAIT_MS = 500;

/** The integrations of the integrations service, as it last listed them; none until it did. */
@Injectable()
export class BotIntegrations {
  private known: readonly BotIntegration[] = [];
  private nextReadAtMs = 0;
  private reading: Promise<void> | undefined;

  constructor(private readonly client: RedisTransportClient) {}

  /** Waits for the first list only, and not for long. The same list until another one is read. */
  async list(): Promise<readonly BotIntegration[]> {
    if (performance.now() >= this.nextReadAtMs) {
      this.reading ??= this.read().finally(() => {
        this.reading = undefined;
      });
      if (this.known.length === 0) await this.reading;
    }
    return this.known;
  }

  private async read(): Promise<void> {
    try {
      const deadlineMs = this.client.clock.nowMs() + MAX_WAIT_MS;
      const context = { realmId: 0, requestId: randomUUID(), deadlineMs };
      const { integrations } = await this.client.request(ListBotIntegrations, {}, context);
      if (JSON.stringify(integrations) !== JSON.stringify(this.known)) this.known = integrations;
      this.nextReadAtMs = performance.now() + REFRESH_EVERY_MS;
    } catch {
      this.nextReadAtMs = performance.now() + RETRY_AFTER_MS;
    }
  }
}
