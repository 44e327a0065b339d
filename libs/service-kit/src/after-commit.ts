import { randomUUID } from 'node:crypto';
import type { FieldsOf, RequestClass, ServiceRequest } from '@chat/contracts';
import type { LogReader } from '@chat/event-log';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import type { Logger } from 'pino';

/** Time that is left for the reply to a write if its effect elsewhere takes long. */
const TIME_TO_REPLY_MS = 500;

/**
 * Makes another service apply a change right after the commit, so that a client that sees the acknowledgement also sees the effect. The
 * service applies it in any case when it consumes the event.
 */
export class AfterCommit {
  constructor(
    private readonly client: Pick<RedisTransportClient, 'request' | 'deadlineOf'>,
    private readonly reader: Pick<LogReader, 'tail'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * To be called after the commit. Waits for the timeout of the request at most and never rejects: after a failure the effect comes
   * with the event. `cause`: the request that made the change; the wait leaves time for its reply.
   */
  async ask<Request extends ServiceRequest<void> & { readonly realmId: number }>(
    type: RequestClass<Request>,
    fields: FieldsOf<Request>,
    cause?: RequestContext,
  ): Promise<void> {
    const { realmId } = fields as { readonly realmId: number };
    try {
      const asOf = await this.reader.tail(realmId);
      const { requestId = randomUUID(), traceparent, deadlineMs: latestMs = Number.POSITIVE_INFINITY } = cause ?? {};
      const deadlineMs = this.client.deadlineOf(type, latestMs - TIME_TO_REPLY_MS);
      await this.client.request(type, fields, { realmId, requestId, asOf, traceparent, deadlineMs });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.warn(
        { realmId, pattern: type.pattern, cause: reason },
        'Request after commit failed; its effect comes with the event',
      );
    }
  }
}
