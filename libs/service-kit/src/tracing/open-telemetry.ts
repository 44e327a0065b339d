import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext, StepOutcome, TracedStep } from '@chat/redis-rpc';
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { ServedRequest, TracedRequest, Tracing } from './tracing.js';

/** A stop waits this long for the receiver of the last spans. */
const FLUSH_TIMEOUT_MS = 1_500;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

export interface OpenTelemetryOptions {
  readonly service: string;
  readonly instance: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Default: an exporter that the standard variables of OpenTelemetry configure. */
  readonly processor?: SpanProcessor;
}

/**
 * Traces requests with OpenTelemetry: a span in the gateway for each HTTP request, one in the caller for each request to a service,
 * one in the service for its execution. Sampling, limits and headers are configured by the standard `OTEL_*` variables.
 */
export class OpenTelemetryTracing implements Tracing {
  private readonly provider: BasicTracerProvider;
  private readonly tracer: Tracer;

  constructor({ service, instance, logger, processor }: OpenTelemetryOptions) {
    const warn = (message: string) => logger.warn({ cause: message }, 'Traces could not be sent');
    const quiet = () => {};
    diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
    this.provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes({ 'service.name': `chat-${service}`, 'service.instance.id': instance })),
      spanProcessors: [processor ?? new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    this.tracer = this.provider.getTracer('chat');
  }

  beginRequest(traceparent: string | string[] | undefined): TracedRequest | undefined {
    const span = this.tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, contextOf(traceparent) ?? ROOT_CONTEXT);
    return stepOf(span, ({ method, route, status, requestId }: ServedRequest) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'chat.request_id': requestId,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    });
  }

  /** Returns undefined without a client request, because there is no trace to join. */
  beginCall(pattern: string, context: RequestContext): TracedStep | undefined {
    return this.beginStep(SpanKind.CLIENT, pattern, context.requestId, context.traceparent);
  }

  beginExecution(pattern: string, requestId: string, traceparent: string | undefined): TracedStep | undefined {
    return this.beginStep(SpanKind.SERVER, pattern, requestId, traceparent);
  }

  async close(): Promise<void> {
    const flushing = this.provider.shutdown().catch(() => {});
    await Promise.race([flushing, sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private beginStep(
    kind: SpanKind,
    pattern: string,
    requestId: string,
    traceparent: string | undefined,
  ): TracedStep | undefined {
    const parent = contextOf(traceparent);
    if (parent === undefined) return undefined;
    const attributes = {
      'rpc.system': 'chat',
      'rpc.service': pattern.slice(0, pattern.indexOf('.')),
      'rpc.method': pattern,
      'chat.request_id': requestId,
    };
    const span = this.tracer.startSpan(pattern, { kind, attributes }, parent);
    return stepOf(span, (outcome: StepOutcome) => {
      span.setAttribute('chat.outcome', outcome);
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    });
  }
}

/** The step that a span records, which ends after `describe`. Undefined for a span that is not recorded. */
function stepOf<Result>(span: Span, describe: (result: Result) => void) {
  if (!span.isRecording()) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end: (result: Result): void => {
      describe(result);
      span.end();
    },
  };
}

/** The context that a traceparent names; undefined for none and for one that does not fit W3C Trace Context. */
function contextOf(traceparent: string | string[] | undefined): Context | undefined {
  const parts = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  if (!parts || traceparent?.slice(0, 2) === 'ff') return undefined;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const spanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : undefined;
}
