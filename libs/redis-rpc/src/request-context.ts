import { BaseRpcContext } from '@nestjs/microservices';

/**
 * What accompanies a request from its first hop to its last. Handed to handlers as Nest's `@Ctx()`, and forwarded when
 * they ask another service on behalf of the same client request.
 */
export interface RequestContext {
  /** 0 when the request is about no realm. */
  readonly realmId: number;
  readonly requestId: string;
  /** Log position (of the realm's partition) that the answer must reflect. */
  readonly asOf?: string | undefined;
  /** In broker time, ms since the epoch. Absent: now plus the transport's usual timeout. */
  readonly deadlineMs?: number | undefined;
  readonly traceparent?: string | undefined;
}

/** Handed to handlers as Nest's `@Ctx()`. */
export class RpcContext extends BaseRpcContext<[RequestContext]> {
  get request(): RequestContext {
    return this.getArgByIndex(0);
  }
}
