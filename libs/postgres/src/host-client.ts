import type { Socket } from 'node:net';
import pg, { type ClientConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { HostTurns } from './host-turns.js';
import type { PostgresTarget } from './postgres-address.js';
import { attributesMissing, READ_ONLY, SESSION_STATE, type SessionState } from './session-state.js';

/** A connection to the host that is next. */
export class HostClient extends pg.Client {
  readonly target: PostgresTarget;
  /** As of the connect; undefined before `requireAttributes`. */
  state: SessionState | undefined;
  /** Whether a statement has no reply yet. */
  isWaiting = false;
  /** By `performance.now()`; undefined until the pool has it. */
  connectedAtMs: number | undefined;
  /** It ends instead of another use. */
  isOutdated = false;

  constructor(
    config: ClientConfig,
    private readonly turns: HostTurns,
  ) {
    const { target, address } = turns;
    const { user, password, database, connectTimeoutMs } = address;
    super({ ...config, ...target, user, password, database, connectionTimeoutMillis: connectTimeoutMs });
    this.target = target;
    // A statement that waits gets the error of a broken connection. Without this listener the error would also end the process.
    this.on('error', () => {});
    this.on('drain', () => {
      this.isWaiting = false;
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) throw new Error('The pool connects with a callback.');
    super.connect((error: Error | null) => {
      if (error !== null) this.turns.failed(this.target);
      callback(error as Error);
    });
    return undefined;
  }

  override query<Row extends QueryResultRow>(statement: string): Promise<QueryResult<Row>>;
  override query(...given: never[]): never;
  override query(...given: unknown[]): unknown {
    this.isWaiting = true;
    return super.query(...(given as [string]));
  }

  /** Rejects if the session does not have the attributes that the address demands. */
  async requireAttributes(): Promise<void> {
    const { turns, target } = this;
    try {
      const { rows } = await this.query<SessionState>(SESSION_STATE);
      const state = rows[0] as SessionState;
      const missing = attributesMissing(state, turns.address);
      if (missing !== undefined) {
        throw Object.assign(new Error(`${target.host}:${target.port}: ${missing}`), { code: READ_ONLY });
      }
      this.state = state;
      turns.reached(target);
    } catch (error) {
      turns.failed(target);
      throw error;
    }
  }

  /** Process of the server, also behind a pooler with session pooling. */
  get serverPid(): number {
    return this.state?.pid ?? 0;
  }

  get socket(): Socket {
    return this.connection.stream as Socket;
  }
}
