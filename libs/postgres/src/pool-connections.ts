import type { Pool } from 'pg';
import { closeSilent } from './close-silent.js';
import type { HostClient } from './host-client.js';
import type { PostgresAddress } from './postgres-address.js';
import { attributesMissing, READ_ONLY, SESSION_STATE, type SessionState } from './session-state.js';

/** A younger connection leads to the server that the address names now. Another one would not help. */
const RENEW_AFTER_MS = 1_000;

/**
 * The connections of a pool, and the state of their server. If a server refuses a write as read-only, or another host is reached, the older
 * connections are not used again, so that later statements do not read from the former primary. A connection that is silent for 10 s with
 * a statement outstanding is closed.
 */
export class PoolConnections {
  /** As of the newest connection or check; undefined before the first one. */
  state: SessionState | undefined;
  private readonly clients = new Set<HostClient>();
  /** To be called once a second. */
  readonly checkSilence = closeSilent(this.clients, () => this.renew());
  private host = '';
  private isChecking = false;

  constructor(private readonly address: PostgresAddress) {}

  /** Adds a connection that is being made. */
  add(client: HostClient): void {
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  /** Notes that a connection is made. */
  admit(client: HostClient): void {
    this.state = client.state;
    const { host, port } = client.target;
    if (this.host !== `${host}:${port}`) this.outdate(Number.POSITIVE_INFINITY);
    this.host = `${host}:${port}`;
    client.connectedAtMs = performance.now();
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.renew();
    });
  }

  /** Asks the server for its state. */
  async check(pool: Pick<Pool, 'query'>): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      const { rows } = await pool.query<SessionState>({ name: 'session state', text: SESSION_STATE });
      this.state = rows[0] as SessionState;
      if (attributesMissing(this.state, this.address) !== undefined) this.renew();
    } catch {
      // Users of the pool get the same error.
    } finally {
      this.isChecking = false;
    }
  }

  /** Breaks all connections, so that statements on them fail at once. */
  cut(): void {
    for (const { connectedAtMs, socket } of this.clients)
      if (connectedAtMs !== undefined) socket.destroy(new Error('The connection was closed: its server gets no reads'));
  }

  private renew(): void {
    this.outdate(performance.now() - RENEW_AFTER_MS);
  }

  /** Outdates the connections that were made before a moment. */
  private outdate(beforeMs: number): void {
    for (const client of this.clients)
      if (client.connectedAtMs !== undefined && client.connectedAtMs < beforeMs) client.isOutdated = true;
  }
}
