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
