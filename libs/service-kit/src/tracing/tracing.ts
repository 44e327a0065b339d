import type { RequestTracing } from '@chat/redis-rpc';

/** What is known of an HTTP request when it has been answered. Nothing that people wrote, and no path: names are in it. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/** An HTTP request that is being traced. */
export interface TracedRequest {
  /** W3C traceparent: calls made on behalf of the request belong under it. */
  readonly traceparent: string;
  end(answered: AnsweredRequest): void;
}

/** Tracing of a process, when it is on. */
export interface Tracing extends RequestTracing {
  /** An HTTP request came in; `traceparent` is what its client says of its own trace. */
  beginRequest(traceparent: string | string[] | undefined): TracedRequest | undefined;
  /** Sends what is left, but does not hold up a stop for long. */
  close(): Promise<void>;
}

/** Whether the standard variables of OpenTelemetry say where traces go. */
export function isTracingConfigured(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
