import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runsWith } from '../../bootstrap/services.mjs';
import { type ProcessDefinition, SupervisedProcess } from '../processes/supervised-process.js';
import { claimPort, freePort } from '../servers/free-port.js';
import { type Server, StartFailure } from '../servers/server.js';
import { MIGRATION_LOG, migrate } from './migrate.js';
import { OrphanGuard } from './orphan-guard.js';
import { choosePostgres, chooseRedis, type ServerChoice } from './private-servers.js';
import { type ProcessEntry, ProcessJournal } from './process-journal.js';
import { secretKey } from './secret-key.js';
import {
  isServiceReady,
  repositoryServices,
  type ServiceDefinition,
  serviceEnvironment,
  spawnService,
  withoutForeignSecrets,
} from './services.js';
import { stopInOrder, stopLeftOver } from './stop.js';
import type { SystemOptions } from './system-options.js';

const SERVER_READY_TIMEOUT_MS = 60_000;
const SERVICE_READY_TIMEOUT_MS = 90_000;
/** A process that ends this often before it was ever ready will not get ready: the start is given up. */
const MAX_ENDS_WHILE_STARTING = 3;
/** Time for a single process to exit before SIGKILL: longer than it takes to finish its work. */
const SINGLE_STOP_GRACE_MS = 30_000;

/** Starts everything in `options.folder` and resolves once all of it is ready. On failure nothing is left running. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { signal } = options;
  signal?.throwIfAborted();
  const system = new System(options);
  const stop = () => void system.stop();
  signal?.addEventListener('abort', stop);
  await system.start().finally(() => signal?.removeEventListener('abort', stop));
  return system;
}

/**
 * A running system: PostgreSQL, Redis and the replicas of every service, each started again when it ends.
 * Its processes are listed in `<folder>/processes.json` and log to `<folder>/logs/<service>-<instance>.log`.
 */
export class System {
  readonly folder: string;
  private readonly processes: SupervisedProcess[] = [];
  private readonly servers: Server[] = [];
  private readonly services: ServiceDefinition[];
  private readonly journal: ProcessJournal;
  private orphanGuard: OrphanGuard | undefined;
  private readonly host: string;
  private port = 0;
  private commonEnv: Record<string, string> = {};
  private urls = { database: '', redis: '' };
  /** Aborted when everything is to stop: a start that is under way then goes no further. */
  private readonly stopping = new AbortController();

  constructor(private readonly options: SystemOptions) {
    this.folder = options.folder;
    this.services = options.services ?? repositoryServices(options.root);
    this.journal = new ProcessJournal(options.folder, options.onLogLine);
    this.host = options.host ?? '127.0.0.1';
  }

  /** Address of the entrance, without a slash at the end. */
  get baseUrl(): string {
    const isWildcard = this.host === '0.0.0.0' || this.host === '::';
    return `http://${isWildcard ? '127.0.0.1' : this.host}:${this.port}`;
  }

  /** The services' database; with the password. They themselves may reach it by a shorter way. */
  get databaseUrl(): string {
    return this.urls.database;
  }

  /** The services' Redis; with the password. */
  get redisUrl(): string {
    return this.urls.redis;
  }

  /** The environment that all services have in common, for tools that talk to them. With secrets. */
  get environment(): Record<string, string> {
    return { ...this.commonEnv };
  }

  /** Where a service's replica serves its health and metrics, without a slash at the end. */
  healthUrl(service: string, instance = 0): string {
    const { healthUrl } = this.process(service, instance).definition;
    if (healthUrl === undefined) throw new Error(`${service} has no health server`);
    return healthUrl;
  }

  /** Every process that runs now. */
  list(): ProcessEntry[] {
    return this.journal.list();
  }

  /**
   * Starts everything and resolves once all of it is ready. On failure, and when `stop` is called meanwhile, it
   * rejects and nothing is left running. Call once.
   */
  async start(): Promise<void> {
    try {
      mkdirSync(join(this.folder, 'run'), { recursive: true, mode: 0o711 });
      this.port = await claimPort(this.host, this.options.port);
      await this.startServers();
      if (this.options.copyOf === undefined) await this.migrateAll();
      await this.startServices();
    } catch (error) {
      await this.stop();
      throw error;
    }
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

  /** Stops everything in order, within ten seconds. The data stays. Safe to repeat. */
  async stop(): Promise<void> {
    this.stopping.abort(new StartFailure('Stopped while starting.'));
    const entrances = this.services.filter(({ isEntrance }) => isEntrance).map(({ name }) => name);
    await stopInOrder(this.processes, new Set(entrances));
    this.orphanGuard?.close();
    this.journal.close();
  }

  /** Deletes everything in the system's folder, for tests. Needs a stopped system. */
  discard(): void {
    for (const server of this.servers) server.discard();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startServers(): Promise<void> {
    const { folder, options } = this;
    const leftOver = await stopLeftOver(this.journal.recordPath);
    if (leftOver > 0) options.onProgress?.(`Stopped ${leftOver} processes that a killed launcher had left behind`);
    const hasData = existsSync(join(folder, 'postgres'));
    const key = secretKey(join(folder, 'secret-key'), options.env?.SECRET_KEY, hasData);
    const [database, redis] = await Promise.all([
      choosePostgres(options).then((choice) => this.startServer(choice)),
      chooseRedis(options).then((choice) => this.startServer(choice)),
    ]);
    this.urls = { database: database.url, redis: redis.url };
    // A server of the launcher is on this machine only.
    const ownServer = options.databaseUrl === undefined && { DATABASE_SYNCHRONOUS: 'optional' };
    const defaults = { EXTERNAL_URL: this.baseUrl, FILES_DIR: join(folder, 'files'), ...ownServer };
    this.commonEnv = serviceEnvironment(defaults, options.env ?? {}, {
      SECRET_KEY: key,
      DATABASE_URL: database.socketUrl ?? database.url,
      REDIS_URL: redis.socketUrl ?? redis.url,
    });
  }

  private async startServer(choice: ServerChoice): Promise<Pick<Server, 'url' | 'socketUrl'>> {
    if ('url' in choice) return choice;
    const { server } = choice;
    this.servers.push(server);
    const supervised = this.supervise(server);
    supervised.start();
    await this.firstReady(supervised, SERVER_READY_TIMEOUT_MS);
    await server.provision();
    return server;
  }

  private async migrateAll(): Promise<void> {
    const modules = this.services.flatMap(({ migration }) => (migration === undefined ? [] : [migration]));
    if (modules.length === 0) return;
    this.options.onProgress?.('Migrating the database');
    const source = { service: 'migration', instance: 0, pid: undefined };
    const { commonEnv: env, stopping } = this;
    await migrate(modules, { cwd: this.options.root, env, signal: stopping.signal }, (line, stream) =>
      this.journal.write(line, stream, MIGRATION_LOG, source),
    );
  }

  private async startServices(): Promise<void> {
    this.options.onProgress?.('Starting the services');
    const needed = this.services.filter((service) => runsWith(service, this.commonEnv));
    const replicas = await Promise.all(needed.flatMap((service) => this.replicasOf(service)));
    const guard = new OrphanGuard();
    this.orphanGuard = guard;
    for (const replica of replicas) {
      replica.on('started', (pid) => guard.watch(pid));
      replica.on('ended', ({ pid }) => pid !== undefined && guard.forget(pid));
    }
    for (const replica of replicas) replica.start();
    await Promise.all(replicas.map((replica) => this.firstReady(replica, SERVICE_READY_TIMEOUT_MS)));
  }

  private replicasOf(service: ServiceDefinition): Promise<SupervisedProcess>[] {
    const replicas = this.options.scale?.[service.name] ?? service.replicas ?? 1;
    return Array.from({ length: replicas }, async (_, instance) => {
      // The port stays the same over restarts, so that monitoring finds the replica again.
      const healthPort = await freePort();
      const env = {
        ...(await withoutForeignSecrets(service.name, this.commonEnv)),
        INSTANCE: String(instance),
        HEALTH_PORT: String(healthPort),
        ...(service.isEntrance ? { HOST: this.host, PORT: String(this.port) } : {}),
      };
      return this.supervise({
        service: service.name,
        instance,
        spawn: () => {
          const own = this.options.replicaEnv?.(service.name, instance);
          return spawnService(service, this.options.root, { ...env, ...own });
        },
        healthUrl: `http://127.0.0.1:${healthPort}`,
        isReady: () => isServiceReady(healthPort),
        stopSignal: 'SIGTERM',
        // As Ctrl-C: no client is left, so there is nothing to wait for.
        stopAllSignal: 'SIGINT',
      });
    });
  }

  private supervise(definition: ProcessDefinition): SupervisedProcess {
    this.stopping.signal.throwIfAborted();
    const supervised = new SupervisedProcess(definition);
    this.processes.push(supervised);
    this.journal.follow(supervised);
    return supervised;
  }

  private async firstReady(supervised: SupervisedProcess, timeoutMs: number): Promise<void> {
    await supervised.waitReady(timeoutMs, MAX_ENDS_WHILE_STARTING).catch((error: Error) => {
      throw new StartFailure(`${error.message}. Its log says why: ${this.journal.logPath(supervised.name)}`);
    });
  }
}
