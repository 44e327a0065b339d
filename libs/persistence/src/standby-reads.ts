import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceName } from '@chat/contracts';
import type { DomainEventLog } from '@chat/event-log';
import type { ConnectionLogger } from '@chat/redis';
import type { PoolClient } from 'pg';
import { Counter, Gauge } from 'prom-client';
import type { PooledDataSource } from './open-data-source.js';
import { type PrimaryPosition, PrimaryPositions } from './primary-positions.js';
import { Standby } from './standby.js';
import type { Connection } from './statements.js';

const reads = new Counter({
  name: 'chat_database_standby_reads_total',
  help: 'Requests that may read from a standby: served by a standby, or by the primary because the standbys were behind, gone, or failed.',
  labelNames: ['outcome'] as const,
});
const lag = new Gauge({
  name: 'chat_database_standby_lag_seconds',
  help: 'How long a standby has lacked something that the primary had written. 60 stands for more.',
  labelNames: ['standby'] as const,
});
const usable = new Gauge({
  name: 'chat_database_standby_usable',
  help: 'Whether a standby gets reads: 1 or 0.',
  labelNames: ['standby'] as const,
});

/** Time in which a standby may replay the events that a request must see. */
const WAIT_MS = 50;
const CHECK_EVERY_MS = 1_000;
const PRIMARY_POSITION = `
  SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint AS written, system_identifier::text AS cluster FROM pg_control_system()`;

/**
 * Reads of a service on its standbys. Guarantee: a read sees everything that was published of its realm before it began, because its
 * connection has seen the last event that the log has. A standby that is 5 s behind, or does not reply, gets no reads.
 */
export class StandbyReads {
  private readonly current = new AsyncLocalStorage<StandbyRead>();
  private readonly standbys: readonly Standby[];
  private readonly primary = new PrimaryPositions();
  private readonly checking: NodeJS.Timeout;
  private isNoting = false;

  constructor(
    private readonly service: ServiceName,
    private readonly dataSource: PooledDataSource,
    private readonly log: DomainEventLog,
    private readonly logger: ConnectionLogger,
  ) {
    this.standbys = dataSource.standbys.map((address) => new Standby(address, dataSource.poolConfig, logger));
    void this.check();
    this.checking = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  /** The connection for reads of the present request; undefined: the primary. */
  get connection(): Connection | undefined {
    return this.current.getStore()?.connection;
  }

  /** See `Database.reading`. */
  async run<Result>(realmId: number, work: () => Promise<Result>): Promise<Result> {
    const read = await this.begin(realmId);
    if (read === undefined) return work();
    try {
      const result = await this.current.run(read, work);
      if (read.failure === undefined) {
        reads.inc({ outcome: 'standby' });
        return result;
      }
    } catch (error) {
      if (read.failure === undefined) throw error;
    } finally {
      read.end();
    }
    reads.inc({ outcome: 'failed' });
    // Without a stack: the connection ended, or the primary reports the same error with its stack.
    this.logger.warn({ cause: (read.failure as Error).message }, 'A read failed on a standby; the primary repeats it');
    return work();
  }

  measure(): void {
    for (const { name, lagMs, isUsable } of this.standbys) {
      usable.set({ standby: name }, isUsable ? 1 : 0);
      if (lagMs !== undefined) lag.set({ standby: name }, lagMs / 1_000);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.checking);
    await Promise.all(this.standbys.map((standby) => standby.close()));
  }

  private async begin(realmId: number): Promise<StandbyRead | undefined> {
    const candidates = this.standbys.filter(({ isUsable }) => isUsable);
    if (candidates.length === 0) {
      reads.inc({ outcome: 'gone' });
      return undefined;
    }
    const heads = this.log.ends.heads(this.service, [realmId]).catch(() => []);
    // Undefined if it is unknown, so that any standby might be behind.
    const head = heads.then(([known]) => known);
    for (const standby of candidates) {
      const client = await standby.connectAt(realmId, head, WAIT_MS / candidates.length).catch(() => undefined);
      if (client !== undefined) return new StandbyRead(client);
    }
    reads.inc({ outcome: 'behind' });
    return undefined;
  }

  private async check(): Promise<void> {
    void this.notePrimary();
    await Promise.all(this.standbys.map((standby) => standby.check(this.primary)));
  }

  /** If the primary is away, the standbys lack nothing new. */
  private async notePrimary(): Promise<void> {
    if (this.isNoting) return;
    this.isNoting = true;
    try {
      const { rows } = await this.dataSource.pool.query<PrimaryPosition>(PRIMARY_POSITION);
      this.primary.note(rows[0] as PrimaryPosition, performance.now());
    } catch {
      // Users of the pool get the same error.
    } finally {
      this.isNoting = false;
    }
  }
}

/** The reads of one request on one connection to a standby. */
class StandbyRead {
  /** The first failure of a statement. */
  failure: unknown;
  private isOver = false;
  private readonly guarded: Connection;

  constructor(private readonly client: PoolClient) {
    const query = async (...statement: Parameters<Connection['query']>) => {
      try {
        return await client.query(...statement);
      } catch (error) {
        this.failure ??= error;
        // Not the error itself: its SQLSTATE would make the caller react to a server that is away.
        throw new Error('A read failed on a standby', { cause: error });
      }
    };
    this.guarded = { query: query as Connection['query'] };
  }

  /** Undefined after the end, for work that outlives the request. */
  get connection(): Connection | undefined {
    return this.isOver ? undefined : this.guarded;
  }

  end(): void {
    this.isOver = true;
    this.client.release(this.failure !== undefined);
  }
}
