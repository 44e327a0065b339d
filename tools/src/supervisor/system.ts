import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from '../../bootstrap/process-identity.mjs';
import { LEVELS, type OutputStream, toJsonLine } from '../logs/json-line.js';
import { LogFile } from '../logs/log-file.js';
import { freePort, isPortFree } from '../servers/free-port.js';
import { preparePostgres } from '../servers/postgres.js';
import { prepareRedis } from '../servers/redis.js';
import { findRedis, userCacheFolder } from '../servers/redis-program.js';
import type { Server } from '../servers/server.js';
import { StartFailure } from '../servers/start-failure.js';
import { checkConnection } from './check-connection.js';
import { isServiceReady } from './health.js';
import { migrate } from './migrate.js';
import { type ProcessEntry, type RecordedProcess, writeJson } from './processes-file.js';
import { secretKey } from './secret-key.js';
import { repositoryServices, type ServiceDefinition } from './service-definition.js';
import { spawnService } from './spawn-service.js';
import { stopLeftOver } from './stop-left-over.js';
import { type ProcessDefinition, SupervisedProcess } from './supervised-process.js';
import type { SystemOptions } from './system-options.js';

const SERVER_READY_TIMEOUT_MS = 60_000;
const SERVICE_READY_TIMEOUT_MS = 90_000;
/** A service that ends this often before it was ever ready will not get ready: the start is given up. */
const MAX_ENDS_WHILE_STARTING = 3;
/** One after the other these stay below the ten seconds in which everything must have stopped. */
const STOP_GRACE_MS = { entrance: 4_000, services: 3_000, servers: 2_500 };
/** What one process alone gets. */
const SINGLE_STOP_GRACE_MS = 8_000;

/** Starts everything in `options.folder` and resolves once all of it is ready. On failure nothing is left running. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const system = new System(options);
  await system.start();
  return system;
}

/**
 * A running system: PostgreSQL, Redis and the replicas of every service, each started again when it ends.
 * Its processes are listed in `<folder>/processes.json` and log to `<folder>/logs/<service>-<instance>.log`.
 */
export class System {
  readonly folder: string;
  private readonly processes: SupervisedProcess[] = [];
  private readonly logs = new Map<string, LogFile>();
  private readonly services: ServiceDefinition[];
  private readonly host: string;
  private port = 0;
  private isStopped = false;
  private serviceEnv: Record<string, string> = {};
  private servers: { postgres?: Server; redis?: Server } = {};
  /** Aborted when everything is to stop: a start that is under way then goes no further. */
  private readonly stopping = new AbortController();

  constructor(private readonly options: SystemOptions) {
    this.folder = options.folder;
    this.services = options.services ?? repositoryServices(options.root);
    this.host = options.host ?? '127.0.0.1';
  }

  /** Address of the entrance, without a slash at the end. */
  get baseUrl(): string {
    const isWildcard = this.host === '0.0.0.0' || this.host === '::';
    return `http://${isWildcard ? '127.0.0.1' : this.host}:${this.port}`;
  }

  /** What the services are given; with passwords. */
  get databaseUrl(): string {
    return this.serviceEnv.DATABASE_URL ?? '';
  }

  get redisUrl(): string {
    return this.serviceEnv.REDIS_URL ?? '';
  }

  /** The environment that all services have in common, for tools that talk to them. With secrets. */
  get environment(): Record<string, string> {
    return { ...this.serviceEnv };
  }

  /** Every process that runs now. */
  list(): ProcessEntry[] {
    return this.processes
      .filter((supervised) => supervised.pid !== undefined)
      .map((supervised) => ({
        service: supervised.definition.service,
        instance: supervised.definition.instance,
        pid: supervised.pid!,
        log: this.logPath(supervised.name),
      }));
  }

  /**
   * Starts everything and resolves once all of it is ready. On failure, and when `stop` is called meanwhile, it
   * rejects and nothing is left running. Call once.
   */
  async start(): Promise<void> {
    try {
      await this.startInOrder();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  private async startInOrder(): Promise<void> {
    const { folder, options } = this;
    mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o711 });
    await this.claimPort();
    const leftOver = await stopLeftOver(this.recordPath);
    if (leftOver > 0) options.onProgress?.(`Stopped ${leftOver} processes that a killed launcher had left behind`);
    const hasData = existsSync(join(folder, 'postgres'));
    const key = secretKey(join(folder, 'secret-key'), options.env?.SECRET_KEY, hasData);

    const [databaseUrl, redisUrl] = await Promise.all([this.startPostgres(), this.startRedis()]);
    this.serviceEnv = {
      LOG_LEVEL: 'info',
      ...inheritedEnvironment(),
      ...options.env,
      SECRET_KEY: key,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
    };
    this.serviceEnv.EXTERNAL_URL ||= this.baseUrl;

    await this.migrateAll();
    options.onProgress?.('Starting the services');
    const replicas = await Promise.all(this.services.flatMap((service) => this.replicasOf(service)));
    for (const replica of replicas) replica.start();
    await Promise.all(
      replicas.map((replica) => replica.waitReady(SERVICE_READY_TIMEOUT_MS, MAX_ENDS_WHILE_STARTING)),
    ).catch((error: Error) => {
      throw new StartFailure(`${error.message}. Its log says why: ${join(folder, 'logs')}`);
    });
  }

  /** Resolves once every process that is meant to run is ready. */
  async waitReady(timeoutMs = SERVICE_READY_TIMEOUT_MS): Promise<void> {
    const wanted = this.processes.filter((supervised) => supervised.state !== 'down');
    await Promise.all(wanted.map((supervised) => supervised.waitReady(timeoutMs)));
  }

  /** One process by name: `users`, `realm-settings`, `messaging`, `events`, `gateway`, `postgres` or `redis`. */
  process(service: string, instance = 0): SupervisedProcess {
    const found = this.processes.find(
      ({ definition }) => definition.service === service && definition.instance === instance,
    );
    if (found === undefined) throw new Error(`There is no process ${service}-${instance} in this system.`);
    return found;
  }

  /** Sends a signal, SIGKILL by default, to a process, which is started again if it ends by it. Returns its pid. */
  kill(service: string, instance = 0, signal: NodeJS.Signals = 'SIGKILL'): number {
    return this.process(service, instance).kill(signal);
  }

  /** Stops one process in an orderly way; it stays down until `startProcess`. */
  async stopProcess(service: string, instance = 0): Promise<void> {
    await this.process(service, instance).stop(SINGLE_STOP_GRACE_MS);
  }

  /** Starts a process that was stopped and waits until it is ready. */
  async startProcess(service: string, instance = 0): Promise<void> {
    const supervised = this.process(service, instance);
    supervised.start();
    await supervised.waitReady(SERVICE_READY_TIMEOUT_MS);
  }

  /** Stops one process in an orderly way, starts it again and waits until it is ready. */
  async restart(service: string, instance = 0): Promise<void> {
    await this.stopProcess(service, instance);
    await this.startProcess(service, instance);
  }

  /**
   * Stops everything within ten seconds: first the entrance, so that nothing new comes in, then the services, which
   * finish what they have begun, then Redis and PostgreSQL. Safe to repeat.
   */
  async stop(): Promise<void> {
    this.stopping.abort(new StartFailure('Stopped while starting.'));
    for (const supervised of this.processes) supervised.retire();
    const group = (matches: (service: string) => boolean) =>
      this.processes.filter(({ definition }) => matches(definition.service));
    const entrances = new Set(this.services.filter((service) => service.isEntrance).map((service) => service.name));
    const isServer = (service: string) => service === 'postgres' || service === 'redis';
    const stopAll = (processes: SupervisedProcess[], graceMs: number) =>
      Promise.all(processes.map((supervised) => supervised.stop(graceMs)));
    await stopAll(
      group((service) => entrances.has(service)),
      STOP_GRACE_MS.entrance,
    );
    await stopAll(
      group((service) => !entrances.has(service) && !isServer(service)),
      STOP_GRACE_MS.services,
    );
    await stopAll(group(isServer), STOP_GRACE_MS.servers);
    this.isStopped = true;
    for (const log of this.logs.values()) log.close();
    this.logs.clear();
    this.record();
  }

  /** Deletes the data of the private servers, for tests. Needs a stopped system. */
  discard(): void {
    this.servers.postgres?.discard();
    this.servers.redis?.discard();
  }

  private get recordPath(): string {
    return join(this.folder, 'run', 'processes.json');
  }

  private logPath(name: string): string {
    return join(this.folder, 'logs', `${name}.log`);
  }

  private async claimPort(): Promise<void> {
    this.port = this.options.port ?? (await freePort());
    const isFree = await isPortFree(this.host, this.port).catch((error: Error) => {
      throw new StartFailure(`Cannot listen on ${this.host}:${this.port}: ${error.message}`);
    });
    if (!isFree) {
      throw new StartFailure(
        `Port ${this.port} on ${this.host} is in use by another program. Stop that, or take another: PORT=9992 npm start`,
      );
    }
  }

  private async startPostgres(): Promise<string> {
    const { databaseUrl, folder, isDurable = true } = this.options;
    if (databaseUrl !== undefined) {
      await checkConnection('DATABASE_URL', databaseUrl, 5432);
      return databaseUrl;
    }
    const isNew = !existsSync(join(folder, 'postgres'));
    this.options.onProgress?.(isNew ? 'Setting up PostgreSQL' : 'Starting PostgreSQL');
    const server = await preparePostgres({ folder: join(folder, 'postgres'), isDurable });
    this.servers.postgres = server;
    return this.startServer(server);
  }

  private async startRedis(): Promise<string> {
    const { redisUrl, folder, isDurable = true } = this.options;
    if (redisUrl !== undefined) {
      await checkConnection('REDIS_URL', redisUrl, 6379);
      return redisUrl;
    }
    this.options.onProgress?.('Starting Redis');
    const program = await findRedis({
      // Kept with the data, where `npm start` says everything is; tests share one per user.
      downloadTo: isDurable ? join(folder, 'redis-server') : userCacheFolder(),
      lookIn: [userCacheFolder()],
      ...(this.options.onProgress === undefined ? {} : { onProgress: this.options.onProgress }),
    });
    const server = await prepareRedis({ folder: join(folder, 'redis'), isDurable, program });
    this.servers.redis = server;
    return this.startServer(server);
  }

  private async startServer(server: Server): Promise<string> {
    const supervised = this.supervise({
      service: server.name,
      instance: 0,
      spawn: () => server.spawn(),
      isReady: () => server.isReady(),
      stopSignal: server.stopSignal,
    });
    supervised.start();
    await supervised.waitReady(SERVER_READY_TIMEOUT_MS, MAX_ENDS_WHILE_STARTING).catch((error: Error) => {
      throw new StartFailure(`${error.message}. Its log says why: ${this.logPath(supervised.name)}`);
    });
    await server.provision();
    return server.url;
  }

  private async migrateAll(): Promise<void> {
    this.options.onProgress?.('Migrating the database');
    await Promise.all(
      this.services.map(async (service) => {
        if (service.migration === undefined) return;
        const name = `${service.name}-migration`;
        const onLine = (line: string, stream: OutputStream) =>
          this.log(line, stream, name, { service: name, instance: 0, pid: undefined });
        const run = { service: name, module: service.migration, cwd: this.options.root, env: this.serviceEnv };
        await migrate({ ...run, signal: this.stopping.signal, onLine });
      }),
    );
  }

  private replicasOf(service: ServiceDefinition): Promise<SupervisedProcess>[] {
    const replicas = this.options.scale?.[service.name] ?? 1;
    return Array.from({ length: replicas }, async (_, instance) => {
      // Kept over restarts, so that whoever watches a replica finds it again.
      const healthPort = await freePort();
      const env = {
        ...this.serviceEnv,
        INSTANCE: String(instance),
        HEALTH_PORT: String(healthPort),
        ...(service.isEntrance ? { HOST: this.host, PORT: String(this.port) } : {}),
      };
      return this.supervise({
        service: service.name,
        instance,
        spawn: () => spawnService({ service, cwd: this.options.root, env }),
        isReady: () => isServiceReady(healthPort),
        stopSignal: 'SIGTERM',
      });
    });
  }

  private supervise(definition: ProcessDefinition): SupervisedProcess {
    this.stopping.signal.throwIfAborted();
    const supervised = new SupervisedProcess(definition);
    const { service, instance } = definition;
    const { name } = supervised;
    const say = (level: number, msg: string) =>
      this.log(JSON.stringify({ level, time: Date.now(), service, instance, msg }), 'stdout', name, {
        service,
        instance,
        pid: undefined,
      });
    supervised.on('line', (line, stream, pid) => this.log(line, stream, name, { service, instance, pid }));
    supervised.on('started', () => this.record());
    supervised.on('ended', ({ pid, code, signal, isExpected, restartInMs }) => {
      this.record();
      const how = signal === null ? `code ${code}` : signal;
      if (!isExpected) say(LEVELS.warn, `process ${pid} ended (${how}); starting it again in ${restartInMs} ms`);
      else if (signal === 'SIGKILL') say(LEVELS.warn, `process ${pid} did not end in time and was killed`);
    });
    this.processes.push(supervised);
    return supervised;
  }

  private log(
    line: string,
    stream: OutputStream,
    name: string,
    source: { service: string; instance: number; pid: number | undefined },
  ): void {
    const jsonLine = toJsonLine(line, stream, source, Date.now());
    let file = this.logs.get(name);
    // After the stop, what a process printed last may still arrive.
    if (file === undefined && !this.isStopped) {
      file = new LogFile(this.logPath(name));
      this.logs.set(name, file);
    }
    file?.writeLine(jsonLine);
    this.options.onLogLine?.(jsonLine, name);
  }

  /** Writes down what runs: once for people and tests, once with what it takes to stop it after a crash of this process. */
  private record(): void {
    writeJson(join(this.folder, 'processes.json'), this.list());
    const recorded = this.processes.flatMap((supervised): RecordedProcess[] => {
      const identity = supervised.pid === undefined ? undefined : identify(supervised.pid);
      const { service, stopSignal } = supervised.definition;
      return identity === undefined ? [] : [{ ...identity, service, stopSignal }];
    });
    writeJson(this.recordPath, recorded);
  }
}

/** The launcher's own environment without what npm, jest and clusters add to it. */
function inheritedEnvironment(): Record<string, string> {
  const isForeign = /^(npm_|JEST_|NODE_CHANNEL|NODE_UNIQUE_ID|NODE_OPTIONS|TEST_|DATABASE_URL|REDIS_URL|HOST$|PORT$)/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => !isForeign.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}
