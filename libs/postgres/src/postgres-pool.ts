import pg, { type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { HostClient } from './host-client.js';
import { HostTurns } from './host-turns.js';
import { PoolConnections } from './pool-connections.js';
import type { PostgresAddress } from './postgres-address.js';
import { type SessionState, synchronousUnproven } from './session-state.js';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

const CONNECT_TIMEOUT_MS = 5_000;
const CHECK_EVERY_MS = 1_000;

/** The reason why a write is refused before it is sent. */
export class WriteRefused extends Error {}

/** Connections to the host of an address that accepts writes. {@link PoolConnections} follows a change of that host. */
export class PostgresPool extends pg.Pool {
  private readonly connections: PoolConnections;
  private isFollowed = false;

  constructor(
    private readonly address: PostgresAddress,
    config: PoolConfig = {},
    /** Whether a commit must be on a second server before it is acknowledged. */
    private readonly isSynchronous = false,
  ) {
    const turns = new HostTurns(address);
    const connections = new PoolConnections(address);
    class Client extends HostClient {
      constructor(options: ClientConfig) {
        super(options, turns);
        connections.add(this);
      }
    }
    super({
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...config,
      Client: Client as unknown as NonNullable<PoolConfig['Client']>,
      onConnect: (client) => (client as HostClient).requireAttributes(),
    });
    this.connections = connections;
    // Without this listener the loss of an idle connection would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => connections.admit(client as unknown as HostClient));
    const checking = setInterval(() => {
      if (this.ended) clearInterval(checking);
      connections.checkSilence();
      if (this.isFollowed && !this.ending) void connections.check(this);
    }, CHECK_EVERY_MS).unref();
  }

  /** Asks the server once a second whether it still accepts writes. Without this, only a refused write reveals a planned switch. */
  follow(): void {
    this.isFollowed = true;
  }

  /** Of the server, as of the newest connection or check; undefined before the first one. */
  get state(): SessionState | undefined {
    return this.connections.state;
  }

  /** The reason why nothing may be written now, or undefined; as of the last second. */
  get writeRefusal(): string | undefined {
    return this.isSynchronous ? this.state && synchronousUnproven(this.state) : undefined;
  }

  /** Throws `WriteRefused` if a commit would be on one server only and the installation demands two. Call it with a connection. */
  requireWritable(): void {
    const reason = this.writeRefusal;
    if (reason !== undefined) throw new WriteRefused(reason);
  }

  /** Breaks all connections to a server that gets no reads any more. */
  cut(): void {
    this.connections.cut();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const attempts = this.address.targets.length;
    if (callback !== undefined) {
      this.tryHosts(attempts, callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.tryHosts(attempts, (error, client) => (error === undefined ? resolve(client as PoolClient) : reject(error)));
    });
  }

  private tryHosts(attempts: number, callback: ConnectCallback): void {
    const waitsSinceMs = performance.now();
    super.connect((error, client, release) => {
      if (client !== undefined && (client as unknown as HostClient).isOutdated) {
        release(true);
        this.tryHosts(attempts, callback);
        return;
      }
      const mayRetry = error !== undefined && attempts > 1 && performance.now() - waitsSinceMs < CONNECT_TIMEOUT_MS;
      if (mayRetry) this.tryHosts(attempts - 1, callback);
      else callback(error ?? undefined, client, release);
    });
  }
}
