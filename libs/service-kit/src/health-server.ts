import { createServer, type Server } from 'node:http';
import { Counter, Gauge, register } from 'prom-client';
import { measureProcess } from './process-metrics.js';

/** A check that takes longer than this has failed. */
const CHECK_TIMEOUT_MS = 2_000;
/** After this time `/metrics` responds with the finished measurements: they matter most when something hangs. */
const MEASUREMENT_TIMEOUT_MS = 1_000;

const checksUp = new Gauge({
  name: 'chat_check_up',
  help: 'Whether this process reaches its dependencies: 1 or 0 for each readiness check.',
  labelNames: ['check'] as const,
});
const ready = new Gauge({ name: 'chat_ready', help: 'Whether the process has started and is not stopping.' });
const measurementsFailed = new Counter({
  name: 'chat_measurements_failed_total',
  help: 'Measurements that failed when metrics were read; their figures are old.',
  labelNames: ['measurement'] as const,
});

/**
 * Serves `/health/live` (the process runs), `/health/ready` (it can do its work; 503 with the reasons otherwise) and
 * `/metrics` (Prometheus).
 */
export class HealthServer {
  private readonly checks = new Map<string, () => Promise<void>>();
  private readonly measurements = new Map<string, () => Promise<void>>();
  private server: Server | undefined;
  private isReady = false;

  /** `check` rejects with the problem if the process cannot use a resource that it needs to be ready. */
  addCheck(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  /** `measurement` sets gauges; called for each request of `/metrics`. */
  addMeasurement(name: string, measurement: () => Promise<void>): void {
    this.measurements.set(name, measurement);
  }

  /** Started and not stopping. */
  setReady(isReady: boolean): void {
    this.isReady = isReady;
  }

  /** `service` becomes a label of every metric. */
  async listen(port: number, host: string, service: string): Promise<void> {
    register.setDefaultLabels({ service });
    measureProcess();
    const server = createServer((request, response) => {
      this.respondTo(request.url ?? '/').then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        () => response.writeHead(500).end(),
      );
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  private async respondTo(path: string): Promise<ReturnType<typeof json>> {
    if (path === '/metrics') return { status: 200, type: register.contentType, body: await this.metrics() };
    if (path === '/health/live') return json(200, { status: 'ok' });
    if (path === '/health/ready') return this.readiness();
    return json(404, { status: 'error', reason: 'Ask for /health/live, /health/ready or /metrics.' });
  }

  private async metrics(): Promise<string> {
    ready.set(this.isReady ? 1 : 0);
    const problems = this.problemsOf(this.checks, MEASUREMENT_TIMEOUT_MS);
    const unmeasured = await this.problemsOf(this.measurements, MEASUREMENT_TIMEOUT_MS);
    for (const measurement of Object.keys(unmeasured)) measurementsFailed.inc({ measurement });
    const failed = await problems;
    for (const check of this.checks.keys()) checksUp.set({ check }, failed[check] === undefined ? 1 : 0);
    return register.metrics();
  }

  private async readiness(): Promise<ReturnType<typeof json>> {
    const problems = {
      ...(!this.isReady && { process: 'starting or stopping' }),
      ...(await this.problemsOf(this.checks, CHECK_TIMEOUT_MS)),
    };
    const isReady = Object.keys(problems).length === 0;
    return json(isReady ? 200 : 503, isReady ? { status: 'ok' } : { status: 'not ready', problems });
  }

  /** Runs all at once. Resolves with the problems of those that reject or take too long, by name. */
  private async problemsOf(
    works: ReadonlyMap<string, () => Promise<void>>,
    timeoutMs: number,
  ): Promise<Record<string, string>> {
    const problems: Record<string, string> = {};
    await Promise.all(
      [...works].map(async ([name, work]) => {
        const timeout = new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error('no reply in time')), timeoutMs).unref();
        });
        await Promise.race([work(), timeout]).catch((error: Error) => {
          problems[name] = error.message;
        });
      }),
    );
    return problems;
  }
}

const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) });
