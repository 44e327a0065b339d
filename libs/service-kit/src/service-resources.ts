import { DomainEventLog, LogReader } from '@chat/event-log';
import { type ConnectOptions, connectRedis, giveUp, isAway } from '@chat/redis';
import { RedisTransportClient } from '@chat/redis-rpc';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { HealthServer } from './health-server.js';
import { createLogger } from './logger.js';
import { measureClient } from './metrics.js';
import { type ProcessSettings, readProcessSettings } from './process-settings.js';
import { isTracingConfigured, type Tracing } from './tracing/tracing.js';

/**
 * What every process has, opened once: its settings, log, connections. `ServiceModule` provides it, and its parts under their
 * classes.
 */
export class ServiceResources {
  readonly settings: ProcessSettings;
  readonly logger: Logger;
  /** Commands that do not block, many in one write. */
  readonly redis: Redis;
  readonly client: RedisTransportClient;
  readonly log: DomainEventLog;
  readonly reader: LogReader;
  readonly health = new HealthServer();
  private openTracing: Tracing | undefined;
  private readonly startListeners: (() => Promise<void>)[] = [];
  private readonly stopListeners: (() => Promise<void>)[] = [];

  constructor(service: ProcessSettings['service']) {
    this.settings = readProcessSettings(service);
    const { redisUrl, instanceNumber, logLevel } = this.settings;
    this.logger = createLogger(service, instanceNumber, logLevel);
    this.redis = this.connect('commands', { pipeline: true });
    this.client = new RedisTransportClient(redisUrl, { name: service, logger: this.logger });
    this.log = new DomainEventLog(this.redis);
    this.reader = new LogReader(redisUrl, { name: service, logger: this.logger });
    this.health.addCheck('redis', async () => void (await this.redis.ping()));
  }

  /** Opens what a process has. It is alive before it is ready: a slow start must not look like a dead process. */
  static async open(service: ProcessSettings['service']): Promise<ServiceResources> {
    const resources = new ServiceResources(service);
    const { settings, health } = resources;
    if (settings.healthPort > 0) await health.listen(settings.healthPort, settings.healthHost, service);
    await resources.startTracing();
    measureClient(resources);
    return resources;
  }

  /** Undefined where traces are not wanted. */
  get tracing(): Tracing | undefined {
    return this.openTracing;
  }

  /** Begins to trace if the environment says so; else not even the code for it is loaded. */
  private async startTracing(): Promise<void> {
    if (!isTracingConfigured()) return;
    const { OpenTelemetryTracing } = await import('./tracing/open-telemetry.js');
    const { service, instance } = this.settings;
    this.openTracing = new OpenTelemetryTracing({ service, instance, logger: this.logger });
    this.client.traceWith(this.openTracing);
    this.logger.info({}, 'Requests are traced');
  }

  /** A further connection of this process. Whoever opens it closes it. */
  connect(purpose: string, options: Omit<ConnectOptions, 'name' | 'logger'> = {}): Redis {
    const { redisUrl, service } = this.settings;
    return connectRedis(redisUrl, { name: `${service}:${purpose}`, logger: this.logger, ...options });
  }

  /** Runs `listener` when the process starts: the log is followed, and no request is read yet. */
  beforeStart(listener: () => Promise<void>): void {
    this.startListeners.push(listener);
  }

  /** For whoever starts the process: follows the log, and does what must be done before requests are read. */
  async prepareStart(): Promise<void> {
    await this.reader.start();
    await Promise.all(this.startListeners.map((listener) => listener()));
  }

  /** Runs `listener` when the process begins to stop, while it still serves: for what another replica must take over first. */
  beforeStop(listener: () => Promise<void>): void {
    this.stopListeners.push(listener);
  }

  /** For whoever stops the process: what must be done before it serves no longer. */
  async prepareStop(): Promise<void> {
    await Promise.all(this.stopListeners.map((listener) => listener()));
  }

  /**
   * Before a stop that would otherwise wait for a Redis that is away until its time is over: who waits for it is refused. What was
   * committed and not told stays in the outbox.
   */
  giveUpWaiting(): void {
    if (isAway(this.redis)) giveUp(this.redis);
    this.reader.giveUpWaiting();
  }

  async close(): Promise<void> {
    await this.reader.close();
    await this.client.close();
    giveUp(this.redis);
    await this.openTracing?.close();
  }
}
