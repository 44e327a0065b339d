import { randomUUID } from 'node:crypto';
import { SubscribeNewUser } from '@chat/contracts';
import type { LogReader, RedisTransportClient, RequestContext } from '@chat/transport';

interface Logger {
  warn(details: object, message: string): void;
}

/** Asks the messaging service to subscribe new people to the realm's default streams. */
export class DefaultStreams {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly reader: Pick<LogReader, 'tail'>,
    private readonly logger: Logger,
  ) {}

  /**
   * To be called after the commit that made the account, so that the very next request finds the subscriptions. It may fail:
   * the messaging service does the same, for certain, when the account's event comes by. Never rejects. `cause` is the request
   * that made the account.
   */
  async subscribe(realmId: number, userId: number, cause?: RequestContext): Promise<void> {
    try {
      const asOf = await this.reader.tail(realmId);
      const { requestId = randomUUID(), traceparent } = cause ?? {};
      await this.client.request(SubscribeNewUser, { realmId, userId }, { realmId, requestId, asOf, traceparent });
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ realmId, userId, cause }, 'Default streams of a new user come a moment later');
    }
  }
}
