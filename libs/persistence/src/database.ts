import { type ServiceName, serviceUnavailable } from '@chat/contracts';
import { type CommittedEvents, type DomainEventLog, eventInsertions, Outbox } from '@chat/event-log';
import { type PostgresPool, WriteRefused } from '@chat/postgres';
import type { ConnectionLogger } from '@chat/redis';
import type { PoolClient } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import { isStale } from './database-errors.js';
import type { PooledDataSource } from './open-data-source.js';
import { RealmWrites } from './realm-writes.js';
import { entityManagerOn, type ReadRepository } from './repositories.js';
import { StandbyReads } from './standby-reads.js';
import { type Connection, queryPrepared, queryRows, repeatedly, SELECT_HEAD } from './statements.js';
import { Transaction } from './transaction.js';

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

/** Statements that read: of the database, or of an open transaction. */
export type Queryable = Pick<Database, 'query' | 'queryPrepared' | 'getRepository'>;

/**
 * The PostgreSQL schema of a service, with its transactions and its outbox. Guarantee: a write and its domain events commit together,
 * and the log gets every committed event, at the latest from the sweeper.
 *
 * All methods throw SERVICE_UNAVAILABLE if PostgreSQL is away: it cannot be reached, accepts no writes, or has no disk or memory left. A write may be committed in spite of the error, so repeat only
 * writes that may happen twice. Statements are pipelined: those sent without waiting share a round trip.
 */
export class Database {
  readonly outbox: Outbox;
  /** Undefined without standbys for reads. */
  readonly standbys: StandbyReads | undefined;
  /** For frequent writes of one statement. */
  readonly realmWrites: RealmWrites;
  private readonly pool: PostgresPool;
  private readonly reads: EntityManager;

  /** `dataSource` must be initialized. */
  constructor(
    readonly service: ServiceName,
    readonly dataSource: PooledDataSource,
    log: DomainEventLog,
    private readonly logger: ConnectionLogger,
    /** Grows before each commit is sent. While it does not grow, no transaction has changed anything. */
    readonly changes = { count: 0 },
  ) {
    this.pool = dataSource.pool;
    this.standbys = dataSource.standbys.length > 0 ? new StandbyReads(service, dataSource, log, logger) : undefined;
    this.outbox = new Outbox(service, this.pool, log, logger);
    this.pool.options.verify = (client, done) => {
      this.outbox.backlog.ids.check(client).then(() => done(), done);
    };
    this.realmWrites = new RealmWrites(this.pool, this.outbox, changes, (error, sql, parameters) =>
      this.unpreparedIfStale(error, sql, parameters),
    );
    const read = (sql: string, parameters?: unknown[]) =>
      this.reader.query(sql, parameters).catch((error: unknown) => {
        throw this.mapped(error);
      });
    this.reads = entityManagerOn(dataSource, read, false);
  }

  /**
   * Runs `work` in a transaction and appends its recorded events to the log. Resolves after both, so that later requests of any client
   * reflect the write. If the log cannot be reached, the write is durable and the sweeper appends its events. After a deadlock or a
   * serialization failure, `work` runs again as a whole. `onCommitted` runs between the commit and the append.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>, onCommitted = () => {}): Promise<Result> {
    return repeatedly(() => this.runOnce(work, onCommitted));
  }

  /**
   * Appends all committed events of the realm, also those of other processes. For a caller that finds its change already made: the
   * process that made it may not have appended the events yet.
   */
  async publishCommitted(realmId: number): Promise<void> {
    await this.outbox.publishAll(realmId);
  }

  /** Reads in one snapshot. `sequence` is that of the last event of the realm which the snapshot contains. */
  async snapshot<State>(
    realmId: number,
    read: (tx: Transaction) => Promise<State>,
  ): Promise<{ sequence: number; state: State }> {
    return repeatedly(() =>
      this.onConnection(BEGIN_SNAPSHOT, async (tx, client) => {
        // Before any statement of `read`: the first statement takes the snapshot.
        const heads = tx.queryPrepared<{ sequence: number }>(SELECT_HEAD, [realmId]);
        const [state, [head]] = await Promise.all([read(tx), heads]);
        tx.end();
        await client.query('COMMIT');
        return { sequence: head?.sequence ?? 0, state };
      }),
    );
  }

  /**
   * Runs `work`. Its reads outside transactions go to a standby if one has everything that was published of the realm. After a failed read
   * `work` runs again as a whole, on the primary: it must be repeatable. It must not write.
   */
  reading<Result>(realmId: number, work: () => Promise<Result>): Promise<Result> {
    return this.standbys ? this.standbys.run(realmId, work) : work();
  }

  /** Whether the reads of the present request go to a standby. */
  get isOnStandby(): boolean {
    return this.standbys?.connection !== undefined;
  }

  /** Runs one statement outside a transaction. */
  async query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await queryRows<Row>(this.reader, sql, parameters);
    } catch (error) {
      throw this.mapped(error);
    }
  }

  /** Like `query`, parsed and planned once per connection: for constant texts on hot paths. */
  async queryPrepared<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await queryPrepared<Row>(this.reader, sql, parameters);
    } catch (error) {
      return this.unpreparedIfStale(error, sql, parameters);
    }
  }

  /**
   * A TypeORM repository for reads of one statement outside a transaction. Writes belong into a transaction with their domain events;
   * use `Transaction.getRepository`.
   */
  getRepository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): ReadRepository<Entity> {
    return this.reads.getRepository(entity);
  }

  private get reader(): Connection {
    return this.standbys?.connection ?? this.pool;
  }

  /** Runs a statement unprepared if its prepared form can no longer run. */
  private unpreparedIfStale<Row extends ObjectLiteral>(
    error: unknown,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    if (isStale(error)) return this.query(sql, parameters);
    throw this.mapped(error);
  }

  private async runOnce<Result>(work: (tx: Transaction) => Promise<Result>, onCommitted: () => void): Promise<Result> {
    const { result, committed } = await this.onConnection(BEGIN, async (tx, client, beginning) => {
      this.pool.requireWritable();
      const result = await work(tx);
      // If BEGIN failed, the statements of `work` ran outside a transaction, and nothing must be committed.
      await beginning;
      return { result, committed: await this.commit(client, tx) };
    });
    onCommitted();
    await this.outbox.publish(committed);
    return result;
  }

  /** Inserts the recorded events and commits, in one round trip. If the insert fails, the COMMIT after it rolls back. */
  private async commit(client: PoolClient, tx: Transaction): Promise<CommittedEvents[]> {
    // May throw, so it comes before the COMMIT is sent.
    const writes = eventInsertions(tx);
    const writing = Promise.all(writes.map((write) => write()));
    tx.end();
    this.changes.count++;
    const [written, committing] = await Promise.allSettled([writing, client.query('COMMIT')]);
    if (written.status === 'rejected') throw written.reason;
    if (committing.status === 'rejected') throw committing.reason;
    if (committing.value.command !== 'COMMIT')
      throw new Error('A failed statement was ignored; the transaction was rolled back.');
    return written.value;
  }

  /** Runs `work`, which ends the transaction, on its own connection. Rolls back if it fails. */
  private async onConnection<Result>(
    begin: string,
    work: (tx: Transaction, client: PoolClient, beginning: Promise<unknown>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const client = await this.pool.connect();
      const tx = new Transaction(client, this.dataSource);
      let isUsable = true;
      try {
        const beginning = client.query(begin);
        // If BEGIN fails, the statements of `work` run outside a transaction.
        beginning.catch(() => this.changes.count++);
        const [result] = await Promise.all([work(tx, client, beginning), beginning]);
        return result;
      } catch (error) {
        tx.end();
        isUsable = await client.query('ROLLBACK').then(
          () => !isStale(error) && !isDatabaseAway(error),
          () => false,
        );
        throw error;
      } finally {
        client.release(!isUsable);
      }
    } catch (error) {
      throw this.mapped(error);
    }
  }

  /** SERVICE_UNAVAILABLE instead of an error that says that the database is away or refuses writes. */
  private mapped(error: unknown): unknown {
    if (error instanceof WriteRefused) {
      const reason = error.message;
      this.logger.warn({ reason }, 'PostgreSQL would store a write on one server only; the request gets 503');
    } else if (isDatabaseAway(error)) {
      this.logger.warn({ err: error }, 'PostgreSQL cannot do its work; a request gets 503');
    } else return error;
    return serviceUnavailable(this.service);
  }
}
