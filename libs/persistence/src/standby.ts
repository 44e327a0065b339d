import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresAddress, PostgresPool } from '@chat/postgres';
import type { ConnectionLogger } from '@chat/redis';
import type { PoolClient, PoolConfig } from 'pg';
import type { PrimaryPositions } from './primary-positions.js';
import { queryPrepared, SELECT_HEAD } from './statements.js';

const MAX_LAG_MS = 5_000;
/** Doubled each time: six questions within 50 ms. The last one has this long for its reply. */
const FIRST_PAUSE_MS = 3;

const STANDBY_STATE = `
  SELECT pg_is_in_recovery() AS "isStandby", (pg_last_wal_replay_lsn() - '0/0')::bigint AS replayed,
    system_identifier::text AS cluster FROM pg_control_system()`;

interface StandbyState {
  readonly isStandby: boolean;
  readonly replayed: number;
  readonly cluster: string;
}

/** One standby: its connections, and whether it may serve reads now. */
export class Standby {
  /** Host and port. */
  readonly name: string;
  lagMs: number | undefined;
  /** Why it gets no reads; undefined if it does. */
  private refusal: string | undefined = 'it has not been checked';
  private isChecking = false;
  private readonly pool: PostgresPool;
  /** Of its own, so that many slow reads do not look like a dead server. */
  private readonly checks: PostgresPool;

  constructor(
    address: PostgresAddress,
    config: PoolConfig,
    private readonly logger: ConnectionLogger,
  ) {
    const [target] = address.targets;
    this.name = `${target?.host}:${target?.port}`;
    this.pool = new PostgresPool(address, config);
    this.checks = new PostgresPool(address, { ...config, max: 1 });
  }

  get isUsable(): boolean {
    return this.refusal === undefined;
  }

  /**
   * A connection that sees the events of the realm up to `head`, or undefined if there is none within `withinMs` or `head` is unknown. On
   * this connection they stay visible; another one may reach the server after a restart, which repeats its replay.
   */
  async connectAt(
    realmId: number,
    head: Promise<number | undefined>,
    withinMs: number,
  ): Promise<PoolClient | undefined> {
    const deadlineMs = performance.now() + withinMs;
    const connecting = this.pool.connect();
    const client = await settledBy(deadlineMs, connecting);
    if (client === undefined) {
      connecting.then((late) => late.release()).catch(() => {});
      return undefined;
    }
    const isVisible = await hasReplayed(client, realmId, head, deadlineMs).catch(() => undefined);
    if (isVisible) return client;
    client.release(isVisible === undefined);
    return undefined;
  }

  /** To be called once a second. A standby that has not replied since the last call is gone. */
  async check(primary: PrimaryPositions): Promise<void> {
    if (this.isChecking) {
      this.refuse('it does not reply');
      return;
    }
    this.isChecking = true;
    try {
      const { rows } = await this.checks.query<StandbyState>(STANDBY_STATE);
      this.judge(rows[0] as StandbyState, primary);
    } catch (error) {
      this.refuse((error as Error).message);
    } finally {
      this.isChecking = false;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.checks.end()]);
  }

  private judge({ isStandby, replayed, cluster }: StandbyState, primary: PrimaryPositions): void {
    this.lagMs = primary.lagMs(replayed, performance.now());
    if (!isStandby) this.refuse('it is not a standby');
    else if (this.lagMs === undefined) return;
    else if (cluster !== primary.cluster) this.refuse('it is a standby of another database');
    else if (this.lagMs >= MAX_LAG_MS) this.refuse('it is 5 s behind');
    else this.admit();
  }

  private admit(): void {
    if (this.isUsable) return;
    this.refusal = undefined;
    this.logger.info({ standby: this.name }, 'A standby gets reads');
  }

  /** Reads in progress fail, and run again on the primary. */
  private refuse(reason: string): void {
    this.pool.cut();
    if (this.refusal !== reason) {
      this.logger.warn({ standby: this.name, reason }, 'A standby gets no reads; other servers serve them');
    }
    this.refusal = reason;
  }
}

/** Whether the connection sees the event by the deadline; undefined if there is no reply in time. */
async function hasReplayed(
  client: PoolClient,
  realmId: number,
  head: Promise<number | undefined>,
  deadlineMs: number,
): Promise<boolean | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    // Both at once, for one round trip.
    const asked = Promise.all([queryPrepared<{ sequence: number }>(client, SELECT_HEAD, [realmId]), head]);
    const replies = await settledBy(deadlineMs, asked);
    if (replies === undefined) return undefined;
    const [[visible], needed] = replies;
    if (needed === undefined) return false;
    if ((visible?.sequence ?? 0) >= needed) return true;
    const leftMs = deadlineMs - performance.now() - FIRST_PAUSE_MS;
    if (leftMs <= 0) return false;
    await pause(Math.min(pauseMs, leftMs));
  }
}

/** The value of the promise, or undefined at the deadline. */
const settledBy = <Value>(deadlineMs: number, promise: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([promise, pause(deadlineMs - performance.now(), undefined, { ref: false })]);
