import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';

/** A thing that must work for the process to be ready. Resolves when it does, rejects with what is wrong. */
export type ReadinessCheck = () => Promise<void>;

/** A check that takes longer than this has failed. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Serves `/health/live` (the process runs), `/health/ready` (it can do its work; 503 with the reasons otherwise) and
 * `/metrics` (Prometheus).
 */
export class HealthServer {
  private readonly checks = new Map<string, ReadinessCheck>();
  private server: Server | undefined;
  private isReady = false;

  addCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Started and not stopping. */
  setReady(isReady: boolean): void {
    this.isReady = isReady;
  }

  async listen(port: number, host: string): Promise<void> {
    collectDefaultMetrics({ eventLoopMonitoringPrecision: 50 });
    const server = createServer((request, response) => {
      this.answer(request.url ?? '/').then(
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

  private async answer(path: string): Promise<{ status: number; type: string; body: string }> {
    if (path === '/metrics') return { status: 200, type: register.contentType, body: await register.metrics() };
    if (path === '/health/live') return json(200, { status: 'ok' });
    if (path === '/health/ready') return this.readiness();
    return json(404, { status: 'error', reason: 'Ask for /health/live, /health/ready or /metrics.' });
  }

  private async readiness(): Promise<{ status: number; type: string; body: string }> {
    const problems: Record<string, string> = {};
    if (!this.isReady) problems['process'] = 'starting or stopping';
    await Promise.all(
      [...this.checks].map(async ([name, check]) => {
        const timeout = new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS).unref();
        });
        await Promise.race([check(), timeout]).catch((error: Error) => {
          problems[name] = error.message;
        });
      }),
    );
    const isReady = Object.keys(problems).length === 0;
    return json(isReady ? 200 : 503, isReady ? { status: 'ok' } : { status: 'not ready', problems });
  }
}

const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) });
