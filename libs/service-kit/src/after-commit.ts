import { randomUUID } from 'node:crypto';
import type { FieldsOf, RequestClass, ServiceRequest } from '@chat/contracts';
import type { LogReader } from '@chat/event-log';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';

interface Logger {
  warn(details: object, message: string): void;
}

/**
 * Has another service do at once what it does, for certain, when an event of this one comes by: who is told of the write finds all
 * that it brings.
 */
export class AfterCommit {
  constructor(
    private readonly client: Pick<RedisTransportClient, 'request'>,
    private readonly reader: Pick<LogReader, 'tail'>,
    private readonly logger: Logger,
  ) {}

  /**
   * To be called after the commit. It may fail, and then comes a moment later. Never rejects, and waits no longer than the request
   * says. `cause`: the request that made the change.
   */
  async ask<Request extends ServiceRequest<void> & { readonly realmId: number }>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    cause?: RequestContext,
  ): Promise<void> {
    const { realmId } = fields as { readonly realmId: number };
    try {
      const asOf = await this.reader.tail(realmId);
      const { requestId = randomUUID(), traceparent } = cause ?? {};
      await this.client.request(type, fields, { realmId, requestId, asOf, traceparent });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ realmId, pattern: type.pattern, cause: reason }, 'What a write brings comes a moment later');
    }
  }
}
