import { hostname } from 'node:os';
import { setting } from '@chat/configuration';
import type { ServiceName } from '@chat/contracts';
import { DomainEventLog, LogReader } from '@chat/event-log';
import { type ConnectOptions, connectRedis, disconnect, isAway, redisProblem } from '@chat/redis';
import { RedisTransportClient } from '@chat/redis-rpc';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { HealthServer } from './health-server.js';
import { createLogger } from './logger.js';
import { measureClient } from './metrics.js';
import { isTracingConfigured, type Tracing } from './tracing/tracing.js';

/** Resources of a process, opened once. `ServiceModule` provides them, and some parts under their own classes. */
export class ServiceResources {
  readonly settings: ReturnType<typeof readProcessSettings>;
  readonly logger: Logger;
  /** For commands that do not block; those of one tick leave in one write. */
  readonly redis: Redis;
  readonly client: RedisTransportClient;
  readonly log: DomainEventLog;
  readonly reader: LogReader;
  readonly health = new HealthServer();
  private openTracing: Tracing | undefined;
  private readonly startListeners: (() => Promise<void>)[] = [];
  private readonly stopListeners: (() => Promise<void>)[] = [];

  constructor(service: ServiceName | 'gateway') {
    this.settings = readProcessSettings(service);
    const { redisUrl, instanceNumber, logLevel } = this.settings;
    this.logger = createLogger(service, instanceNumber, logLevel);
    this.redis = this.connect('commands', { pipeline: true });
    this.client = new RedisTransportClient(redisUrl, { name: service, logger: this.logger });
    this.log = new DomainEventLog(this.redis);
    this.reader = new LogReader(redisUrl, { name: service, logger: this.logger });
    this.health.addCheck('redis', async () => void (await this.redis.ping()));
  }

  /**
   * Opens the resources of a process. Serves `/health/live` first, so that a slow start does not look like a dead process. Waits for Redis,
   * and throws a message for the operator if the services cannot use it.
   */
  static async open(service: ServiceName | 'gateway'): Promise<ServiceResources> {
    const resources = new ServiceResources(service);
    const { settings, health } = resources;
    if (settings.healthPort > 0) await health.listen(settings.healthPort, settings.healthHost, service);
    const problem = await redisProblem(settings.redisUrl);
    if (problem !== undefined) throw new Error(`REDIS_URL cannot be used: ${problem}.`);
    await resources.startTracing();
    measureClient(resources);
    return resources;
  }

  /** Undefined if tracing is off. */
  get tracing(): Tracing | undefined {
    return this.openTracing;
  }

  /** Loads the code for tracing only if the environment configures it. */
  private async startTracing(): Promise<void> {
    if (!isTracingConfigured()) return;
    const { OpenTelemetryTracing } = await import('./tracing/open-telemetry.js');
    const { service, instance } = this.settings;
    this.openTracing = new OpenTelemetryTracing({ service, instance, logger: this.logger });
    this.client.traceWith(this.openTracing);
    this.logger.info({}, 'Tracing is on');
  }

  /** Opens a further connection, which the caller closes. */
  connect(purpose: string, options: Omit<ConnectOptions, 'name' | 'logger'> = {}): Redis {
    const { redisUrl, service } = this.settings;
    return connectRedis(redisUrl, { name: `${service}:${purpose}`, logger: this.logger, ...options });
  }

  /** Runs `listener` after the log is followed and before requests are read. */
  beforeStart(listener: () => Promise<void>): void {
    this.startListeners.push(listener);
  }

  /** To be called before requests are read. */
  async prepareStart(): Promise<void> {
    await this.reader.start();
    await Promise.all(this.startListeners.map((listener) => listener()));
  }

  /** Runs `listener` when the process begins to stop and still serves: for work that another replica must take over first. */
  beforeStop(listener: () => Promise<void>): void {
    this.stopListeners.push(listener);
  }

  /** To be called at the beginning of a stop. */
  async prepareStop(): Promise<void> {
    await Promise.all(this.stopListeners.map((listener) => listener()));
  }

  /** Rejects commands that wait while Redis is away, so that a stop does not. Events that are not in the log stay in the outbox. */
  giveUpWaiting(): void {
    if (isAway(this.redis)) disconnect(this.redis);
    this.reader.giveUpWaiting();
  }

  async close(): Promise<void> {
    await this.reader.close();
    await this.client.close();
    disconnect(this.redis);
    await this.openTracing?.close();
  }
}

function readProcessSettings(service: ServiceName | 'gateway') {
  const instanceNumber = setting('INSTANCE');
  return {
    service,
    /** Number of this replica, for people. */
    instanceNumber,
    /** Unique among all processes that ever ran. Requests can be addressed to it. */
    instance: `${service}-${instanceNumber}-${hostname()}-${process.pid}-${Date.now().toString(36)}`,
    redisUrl: setting('REDIS_URL'),
    logLevel: setting('LOG_LEVEL'),
    healthPort: setting('HEALTH_PORT'),
    healthHost: setting('HEALTH_HOST'),
  };
}
