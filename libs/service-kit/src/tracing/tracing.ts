import type { RequestTracing } from '@chat/redis-rpc';

/** An HTTP request at its end, without texts of users. The path is left out, because it contains names. */
export interface ServedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/** A traced HTTP request. */
export interface TracedRequest {
  /** W3C traceparent, the parent of the request's calls. */
  readonly traceparent: string;
  end(request: ServedRequest): void;
}

/** Tracing of a process. */
export interface Tracing extends RequestTracing {
  /** To be called when an HTTP request arrives. `traceparent`: the header of the client. */
  beginRequest(traceparent: string | string[] | undefined): TracedRequest | undefined;
  /** Sends the last spans, for 1.5 s at most. */
  close(): Promise<void>;
}

/** Whether the standard variables of OpenTelemetry name a receiver of traces. */
export function isTracingConfigured(env: NodeJS.ProcessEnv = process.env): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
