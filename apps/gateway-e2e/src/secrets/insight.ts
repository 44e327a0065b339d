import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveQueue } from '../support/event-queue.js';
import { Organization, TEST_PASSWORD, type TestUser } from '../support/organization.js';
import { type RawAnswer, RawHttp } from '../support/raw-http.js';
import type { SystemUnderTest } from '../support/system-under-test.js';
import type { TraceReceiver } from '../support/trace-receiver.js';

const CONTENT = 'a text that stays between people';

let traces: TraceReceiver;
let tested: SystemUnderTest;
let organization: Organization;
let http: RawHttp;

function send(
  user: TestUser,
  target: string,
  form: Record<string, string>,
  further: Record<string, string> = {},
): Promise<RawAnswer> {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const headers = {
    host: organization.host,
    'content-length': String(body.length),
    authorization: `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    ...further,
  };
  return http.send({ method: 'POST', target: `/api/v1${target}`, headers: Object.entries(headers), body });
}

const toOneself = (user: TestUser) => ({ type: 'direct', to: JSON.stringify([user.userId]), content: CONTENT });

interface LogLine {
  readonly service: string;
  readonly level: string;
  readonly requestId?: string;
}

function linesOf(requestId: string): LogLine[] {
  const logs = tested.system.list().map(({ log }) => readFileSync(log, 'utf8').split('\n'));
  return logs
    .flat()
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as LogLine);
}

const OF_EVERY_PROCESS = [
  ...['chat_ready', 'chat_check_up', 'chat_transport_pending_replies', 'chat_log_behind_seconds'],
  ...['chat_event_loop_lag_seconds_bucket', 'process_resident_memory_bytes', 'process_cpu_seconds_total'],
];
const OF_EVERY_SERVICE = [
  ...['chat_requests_total', 'chat_request_duration_seconds_bucket', 'chat_transport_wait_seconds_bucket'],
  ...['chat_transport_depth', 'chat_transport_oldest_seconds', 'chat_transport_in_flight'],
];
const OF_EVERY_DATABASE = ['chat_outbox_oldest_seconds', 'chat_outbox_events', 'chat_database_connections'];
const METRICS: Readonly<Record<string, readonly string[]>> = {
  gateway: [
    'chat_http_requests_total',
    'chat_http_request_duration_seconds_bucket',
    'chat_http_calls',
    'chat_open_polls',
  ],
  users: [
    ...OF_EVERY_SERVICE,
    ...OF_EVERY_DATABASE,
    'chat_mails',
    'chat_mail_oldest_seconds',
    'chat_consumer_backlog_events',
  ],
  'realm-settings': [...OF_EVERY_SERVICE, ...OF_EVERY_DATABASE, 'chat_consumer_backlog_events'],
  messaging: [
    ...[...OF_EVERY_SERVICE, ...OF_EVERY_DATABASE, 'chat_jobs', 'chat_job_overdue_seconds'],
    ...['chat_scheduled_message_overdue_seconds', 'chat_job_lag_seconds_bucket', 'chat_consumer_backlog_events'],
  ],
  files: [
    ...[...OF_EVERY_SERVICE, ...OF_EVERY_DATABASE, 'chat_consumer_backlog_events', 'chat_files_bytes'],
    ...['chat_files_discarded_oldest_seconds', 'chat_files_sweep_overdue_seconds', 'chat_scanner_away'],
    ...['chat_file_previews_pending', 'chat_file_previews_oldest_seconds', 'chat_file_scans_due'],
  ],
  events: [
    ...[...OF_EVERY_SERVICE, 'chat_event_queues', 'chat_event_shards_held', 'chat_fanout_lag_seconds_bucket'],
    ...['chat_fanout_behind_seconds', 'chat_redis_memory_bytes'],
  ],
};

const scrape = async (service: string): Promise<string[]> => {
  const text = await (await fetch(`${tested.system.healthUrl(service)}/metrics`)).text();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};
const sumOf = (samples: readonly string[], name: string): number =>
  samples.filter((line) => line.startsWith(`${name}{`)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

/** Tests of traces, logs and metrics, by a system that sends its traces to the receiver. */
export function insight(world: () => { readonly tested: SystemUnderTest; readonly traces: TraceReceiver }): void {
  beforeAll(async () => {
    ({ tested, traces } = world());
    organization = await Organization.create(tested.system);
    http = new RawHttp(tested.system.baseUrl, 20_000);
    const { owner } = organization;
    const queue = await LiveQueue.register(owner.client, { event_types: ['message'] });
    const soon = Math.floor(Date.now() / 1000) + 5;
    await owner.client.get('/attachments');
    await owner.client.post('/scheduled_messages', { ...toOneself(owner), scheduled_delivery_timestamp: soon });
    await queue.next((event) => event.type === 'message');
    await queue.stop();
  }, 60_000);
  afterAll(async () => {
    http?.close();
    await organization?.close();
  });

  describe('a request', () => {
    it('is one trace through all services without secrets', async () => {
      const { owner } = organization;
      const traceId = randomBytes(16).toString('hex');
      const clientSpan = randomBytes(8).toString('hex');

      const answer = await send(owner, '/messages', toOneself(owner), {
        traceparent: `00-${traceId}-${clientSpan}-01`,
      });

      expect(answer.status).toBe(200);
      const spans = await eventually(
        () => {
          const found = traces.ofTrace(traceId);
          return ['chat-gateway', 'chat-messaging'].every((name) => found.some(({ service }) => service === name))
            ? found
            : undefined;
        },
        { withinMs: 30_000, what: 'the spans of both services' },
      );
      const route = await eventually(
        () =>
          traces
            .ofTrace(traceId)
            .find((span) => span.name === 'POST /api/v1/messages' && span.service === 'chat-gateway'),
        { withinMs: 30_000, what: 'the span of the HTTP request' },
      );
      expect(route.parentSpanId).toBe(clientSpan);
      const execution = spans.find(({ service }) => service === 'chat-messaging');
      const call = traces.ofTrace(traceId).find(({ spanId }) => spanId === execution?.parentSpanId);
      expect(call).toMatchObject({ service: 'chat-gateway', name: execution?.name, parentSpanId: route.spanId });
      const sent = traces.texts.join('\n');
      for (const secret of [CONTENT, owner.apiKey, owner.email, TEST_PASSWORD]) expect(sent).not.toContain(secret);
    });

    it('is in the logs of all involved services under the id in its response', async () => {
      const { owner } = organization;

      const answer = await send(owner, '/users', {
        email: `new@${organization.host}`,
        password: TEST_PASSWORD,
        full_name: 'Nora New',
      });

      expect(answer.status).toBe(200);
      const requestId = answer.headers['x-request-id'] as string;
      // The gateway called users, which called messaging for the default streams.
      const lines = await eventually(
        () => {
          const found = linesOf(requestId);
          return ['gateway', 'users', 'messaging'].every((name) => found.some(({ service }) => service === name))
            ? found
            : undefined;
        },
        { withinMs: 30_000, what: `lines of ${requestId} in the logs of three services` },
      );
      for (const { level } of lines) expect(level).toBe('info');
    });

    it('writes no key, password or message to a log', async () => {
      const logs = tested.system.list().map(({ log }) => readFileSync(log, 'utf8'));

      expect(logs.length).toBeGreaterThan(5);
      for (const secret of [CONTENT, organization.owner.apiKey, TEST_PASSWORD]) {
        for (const log of logs) expect(log).not.toContain(secret);
      }
    });
  });

  describe('metrics', () => {
    it.each(Object.keys(METRICS))('of %s are complete and carry the label of the service', async (service) => {
      // On a busy machine a single measurement may be late; every time it must not.
      const samples = await eventually(
        async () => {
          const [before, after] = [await scrape(service), await scrape(service)];
          return sumOf(after, 'chat_measurements_failed_total') === sumOf(before, 'chat_measurements_failed_total')
            ? after
            : undefined;
        },
        { withinMs: 30_000, what: 'a scrape in which everything could be measured' },
      );

      const names = new Set(samples.map((line) => /^[\w:]+/.exec(line)?.[0]));
      const expected = [...OF_EVERY_PROCESS, ...(METRICS[service] as readonly string[])];
      expect(expected.filter((name) => !names.has(name))).toEqual([]);
      expect(samples.filter((line) => !line.includes(`service="${service}"`))).toEqual([]);
      expect(samples.filter((line) => /^chat_(ready|check_up)\{.* 0$/.test(line))).toEqual([]);
    });

    it('contain the backlog of each consumer group', async () => {
      const acting = [
        ...['drafts', 'flags', 'group-notices', 'muted-users', 'new-users'],
        ...['role-changes', 'shown-files', 'user-activity'],
      ];
      const groups = acting.map((what) => `messaging-${what}`);

      const told = () => scrape('messaging').then((lines) => lines.join().matchAll(/backlog_events\{group="([^"]+)"/g));

      await eventually(async () => [...(await told())].length === groups.length, { withinMs: 30_000 });
      expect([...(await told())].map(([, group]) => group).sort()).toEqual(groups);
    });

    it('are served while Redis hangs, and report the unreachable server', async () => {
      tested.system.kill('redis', 0, 'SIGSTOP');
      try {
        const checks = () =>
          scrape('messaging').then((lines) => lines.filter((line) => line.startsWith('chat_check_up{')));
        const isUp = (lines: readonly string[], check: string) =>
          lines.some((line) => line.includes(`check="${check}"`) && line.endsWith(' 1'));
        await eventually(
          async () => {
            const lines = await checks();
            return !isUp(lines, 'redis') && isUp(lines, 'postgres');
          },
          { withinMs: 20_000, what: 'metrics that tell Redis from PostgreSQL' },
        );
        const ready = await fetch(`${tested.system.healthUrl('messaging')}/health/ready`);
        expect([ready.status, await ready.json()]).toMatchObject([503, { problems: { redis: expect.any(String) } }]);
      } finally {
        tested.system.kill('redis', 0, 'SIGCONT');
      }
      await tested.system.waitReady();
    });
  });
}
