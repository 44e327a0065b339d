import pg, { type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { closeSilent } from './close-silent.js';
import { HostClient } from './host-client.js';
import { HostTurns } from './host-turns.js';
import type { PostgresAddress } from './postgres-address.js';
import {
  attributesMissing,
  READ_ONLY,
  SESSION_STATE,
  type SessionState,
  synchronousUnproven,
} from './session-state.js';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

const CONNECT_TIMEOUT_MS = 5_000;
const CHECK_EVERY_MS = 1_000;
/** A younger connection leads to the server that the address names now. Another one would not help. */
const RENEW_AFTER_MS = 1_000;

/** The reason why a write is refused before it is sent. */
export class WriteRefused extends Error {}

/**
 * Connections to the host of an address that accepts writes. If a server refuses a write as read-only, or another host is reached, the older
 * connections are not used again, so that later statements do not read from the former primary. A connection that is silent for 10 s with
 * a statement outstanding is closed.
 */
export class PostgresPool extends pg.Pool {
  /** As of the newest connection or check; undefined before the first one. */
  state: SessionState | undefined;
  private readonly clients: ReadonlySet<HostClient>;
  private host = '';
  private isFollowed = false;
  private isChecking = false;

  constructor(
    private readonly address: PostgresAddress,
    config: PoolConfig = {},
    /** Whether a commit must be on a second server before it is acknowledged. */
    private readonly isSynchronous = false,
  ) {
    const turns = new HostTurns(address);
    const clients = new Set<HostClient>();
    class Client extends HostClient {
      constructor(options: ClientConfig) {
        super(options, turns);
        clients.add(this);
        this.once('end', () => clients.delete(this));
      }
    }
    super({
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...config,
      Client: Client as unknown as NonNullable<PoolConfig['Client']>,
      onConnect: (client) => (client as HostClient).requireAttributes(),
    });
    this.clients = clients;
    // Without this listener the loss of an idle connection would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => this.admit(client as unknown as HostClient));
    const checkSilence = closeSilent(clients, () => this.renew());
    const checking = setInterval(() => {
      if (this.ended) clearInterval(checking);
      checkSilence();
      if (this.isFollowed && !this.ending) void this.check();
    }, CHECK_EVERY_MS).unref();
  }

  /** Asks the server once a second whether it still accepts writes. Without this, only a refused write reveals a planned switch. */
  follow(): void {
    this.isFollowed = true;
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

  /** Breaks all connections to a server that gets no reads any more, so that statements on them fail at once. */
  cut(): void {
    for (const { connectedAtMs, socket } of this.clients)
      if (connectedAtMs !== undefined) socket.destroy(new Error('The connection was closed: its server gets no reads'));
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

  private admit(client: HostClient): void {
    this.state = client.state;
    const { host, port } = client.target;
    if (this.host !== `${host}:${port}`) this.outdate(Number.POSITIVE_INFINITY);
    this.host = `${host}:${port}`;
    client.connectedAtMs = performance.now();
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.renew();
    });
  }

  private renew(): void {
    this.outdate(performance.now() - RENEW_AFTER_MS);
  }

  /** Outdates the connections that were made before a moment. */
  private outdate(beforeMs: number): void {
    for (const client of this.clients)
      if (client.connectedAtMs !== undefined && client.connectedAtMs < beforeMs) client.isOutdated = true;
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      const { rows } = await this.query<SessionState>(SESSION_STATE);
      this.state = rows[0] as SessionState;
      if (attributesMissing(this.state, this.address) !== undefined) this.renew();
    } catch {
      // Users of the pool get the same error.
    } finally {
      this.isChecking = false;
    }
  }
}
