import { BaseRpcContext } from '@nestjs/microservices';

/** Data that accompanies a request through all services that work on one client request. */
export interface RequestContext {
  /** 0 if the request concerns no realm. */
  readonly realmId: number;
  readonly requestId: string;
  /** Log position (of the realm's partition) that the reply must reflect. */
  readonly asOf?: string | undefined;
  /** In broker time, ms since the epoch. Default: now plus the timeout of the request class. */
  readonly deadlineMs?: number | undefined;
  /** W3C traceparent. */
  readonly traceparent?: string | undefined;
}

/** The `@Ctx()` of handlers. */
export class RpcContext extends BaseRpcContext<[RequestContext]> {
  get request(): RequestContext {
    return this.getArgByIndex(0);
  }
}

/** Result of a traced step. `refused` is an `ApiError` with a status below 500. */
export type StepOutcome = 'ok' | 'refused' | 'failed';

/** A traced step: the call of a service, or the execution there. */
export interface TracedStep {
  /** W3C traceparent, the parent of further steps. */
  readonly traceparent: string;
  /** To be called once. */
  end(outcome: StepOutcome): void;
}

/** Receives the steps of requests. The methods return undefined for a trace that is not recorded. They must not throw or block. */
export interface RequestTracing {
  /** Called before a request is sent. */
  beginCall(pattern: string, context: RequestContext): TracedStep | undefined;
  /** Called before a request is executed. */
  beginExecution(pattern: string, requestId: string, traceparent: string | undefined): TracedStep | undefined;
}
