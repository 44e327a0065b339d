import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { OpenTelemetryTracing } from './open-telemetry.js';
import { isTracingConfigured } from './tracing.js';

let exporter: InMemorySpanExporter;
let tracing: OpenTelemetryTracing;

beforeEach(() => {
  exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor(exporter);
  tracing = new OpenTelemetryTracing({ service: 'messaging', instance: 'm-0', logger: { warn: () => {} }, processor });
});
afterEach(() => tracing.close());

const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
const served = { method: 'POST', route: '/messages', status: 200, requestId: 'r1' };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';

describe('tracing', () => {
  it('joins the HTTP request, the call and its execution to the client’s trace', () => {
    const request = tracing.beginRequest(`00-${TRACE_ID}-${CLIENT_SPAN}-01`);
    const context = { realmId: 1, requestId: 'r1', traceparent: request?.traceparent };
    const call = tracing.beginCall('messaging.messages.send', context);
    const execution = tracing.beginExecution('messaging.messages.send', 'r1', call?.traceparent);
    execution?.end('ok');
    call?.end('ok');
    request?.end(served);

    const [executed, called, http] = spans() as [ReadableSpan, ReadableSpan, ReadableSpan];
    expect(spans().map((span) => span.spanContext().traceId)).toEqual([TRACE_ID, TRACE_ID, TRACE_ID]);
    expect(http.parentSpanContext?.spanId).toBe(CLIENT_SPAN);
    expect(called.parentSpanContext?.spanId).toBe(http.spanContext().spanId);
    expect(executed.parentSpanContext?.spanId).toBe(called.spanContext().spanId);
    expect(spans().map(({ name }) => name)).toEqual([
      'messaging.messages.send',
      'messaging.messages.send',
      'POST /messages',
    ]);
    expect(http.resource.attributes).toMatchObject({ 'service.name': 'chat-messaging', 'service.instance.id': 'm-0' });
  });

  it('records route and outcome of a request, and no text of users', () => {
    const request = tracing.beginRequest(undefined);
    const context = { realmId: 1, requestId: 'r1', traceparent: request?.traceparent };
    tracing.beginCall('users.users.get', context)?.end('refused');
    request?.end({ ...served, status: 503 });

    const [call, http] = spans() as [ReadableSpan, ReadableSpan];
    expect(call.attributes).toEqual({
      'rpc.system': 'chat',
      'rpc.service': 'users',
      'rpc.method': 'users.users.get',
      'chat.request_id': 'r1',
      'chat.outcome': 'refused',
    });
    expect(http.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/messages',
      'http.response.status_code': 503,
      'chat.request_id': 'r1',
    });
    expect([call.status.code, http.status.code]).toEqual([SpanStatusCode.UNSET, SpanStatusCode.ERROR]);
  });

  it.each([
    'nonsense',
    `00-${'0'.repeat(32)}-${CLIENT_SPAN}-01`,
    `ff-${TRACE_ID}-${CLIENT_SPAN}-01`,
    `00-${TRACE_ID}-${CLIENT_SPAN}-01-more`,
  ])('begins a trace of its own for the header %s', (traceparent) => {
    tracing.beginRequest(traceparent)?.end(served);

    expect(spans()[0]?.parentSpanContext).toBeUndefined();
    expect(spans()[0]?.spanContext().traceId).not.toBe(TRACE_ID);
  });

  it('records neither traces that the client does not record nor work without a request', () => {
    expect(tracing.beginRequest(`00-${TRACE_ID}-${CLIENT_SPAN}-00`)).toBeUndefined();
    expect(tracing.beginCall('users.users.get', { realmId: 1, requestId: 'r1' })).toBeUndefined();
    expect(tracing.beginExecution('users.users.get', 'r1', undefined)).toBeUndefined();
  });
});

describe('whether to trace', () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('follows from the standard variables: %j %s', (env, expected) => {
    expect(isTracingConfigured(env)).toBe(expected);
  });
});
