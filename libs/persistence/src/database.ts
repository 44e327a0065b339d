import { type ServiceName, serviceUnavailable } from '@chat/contracts';
import { type CommittedEvents, type DomainEventLog, Outbox } from '@chat/event-log';
import type { ConnectionLogger } from '@chat/redis';
import type { Pool, PoolClient } from 'pg';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import type { PooledDataSource } from './open-data-source.js';
import { RealmConnections } from './realm-connections.js';
import { entityManagerOn, type ReadRepository } from './repositories.js';
import { queryPrepared, queryRows } from './statements.js';
import { Transaction } from './transaction.js';

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ';

/** SQLSTATEs after which the whole transaction may be run again: serialization failure, deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
/**
 * What a connection had prepared is of no use any more: forgotten (a pooler, `DISCARD ALL`), or a migration changed what it
 * answers. Nothing was done; another connection prepares it anew.
 */
const STALE_STATEMENTS = new Set(['26000', '0A000']);
const MAX_ATTEMPTS = 5;
const SELECT_HEAD = 'SELECT sequence FROM outbox_head WHERE realm_id = $1';

/**
 * A service's PostgreSQL: its own schema (the connection's search path), its transactions, its outbox.
 *
 * Statements go to the driver's pool directly, pipelined: what is asked without waiting is sent without waiting, so that a
 * transaction of one statement is two round trips, and several reads of one snapshot are one.
 */
export class Database {
  readonly outbox: Outbox;
  private readonly pool: Pool;
  private readonly heard = new WeakSet<PoolClient>();
  private readonly realmConnections: RealmConnections;
  private readonly reads: EntityManager;

  /** `dataSource` must be initialized. */
  constructor(
    readonly service: ServiceName,
    readonly dataSource: PooledDataSource,
    log: DomainEventLog,
    private readonly logger: ConnectionLogger,
  ) {
    this.pool = dataSource.pool;
    this.outbox = new Outbox(service, this.pool, log);
    this.realmConnections = new RealmConnections(this.pool, isOfConnection, (client) => this.hear(client));
    const read = (sql: string, parameters?: unknown[]) =>
      this.pool.query(sql, parameters).catch((error: unknown) => {
        throw this.refusalOf(error);
      });
    this.reads = entityManagerOn(dataSource, read, false);
  }

  /**
   * Runs `work` in a transaction and appends the events that it recorded to the log. Resolves after both: whoever is told
   * of the write can rely on everybody else seeing it. When the log cannot be reached the write is durable all the
   * same, and the sweeper appends its events later. `work` is run again, whole, after a deadlock or serialization failure.
   * `onCommitted` is called between the commit and the appending.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>, onCommitted = () => {}): Promise<Result> {
    return this.repeatedly(() => this.runOnce(work, onCommitted));
  }

  /**
   * The same for one statement that writes events of one realm to the outbox itself, as `Outbox` would: a transaction of one round
   * trip. It may be sent while others of the realm are under way, and runs right behind them.
   * `eventsOf` tells, from the rows that it returned, which events those were.
   */
  async writePrepared<Row extends ObjectLiteral>(
    realmId: number,
    sql: string,
    parameters: readonly unknown[],
    eventsOf: (rows: readonly Row[]) => CommittedEvents,
    onCommitted = () => {},
  ): Promise<Row[]> {
    const rows = await this.repeatedly(() =>
      this.realmConnections
        .use(realmId, (connection) => queryPrepared<Row>(connection, sql, parameters))
        .catch((error: unknown) => this.unpreparedIfStale<Row>(error, sql, parameters)),
    );
    onCommitted();
    await this.publish([eventsOf(rows)]);
    return rows;
  }

  /**
   * Resolves when the log has everything that was committed of the realm, also what another process has committed and not appended
   * yet: for who finds done what it was to do.
   */
  async publishCommitted(realmId: number): Promise<void> {
    await this.outbox.publishAll(realmId).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'What was committed could not be appended; the sweeper will do it');
    });
  }

  /** Reads in one snapshot: everything seen belongs to one moment, `sequence` being the outbox's then. */
  async snapshot<State>(
    realmId: number,
    read: (tx: Transaction) => Promise<State>,
  ): Promise<{ sequence: number; state: State }> {
    return this.repeatedly(() =>
      this.onConnection(BEGIN_SNAPSHOT, async (tx, client) => {
        // Sent before `read` sends anything: it is the statement that takes the snapshot.
        const heads = tx.queryPrepared<{ sequence: number }>(SELECT_HEAD, [realmId]);
        const [state, [head]] = await Promise.all([read(tx), heads]);
        tx.end();
        await client.query('COMMIT');
        return { sequence: head?.sequence ?? 0, state };
      }),
    );
  }

  /** One statement by itself. */
  async query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await queryRows<Row>(this.pool, sql, parameters);
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** One statement by itself, parsed and planned once per connection: for constant texts on hot paths. */
  async queryPrepared<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await queryPrepared<Row>(this.pool, sql, parameters);
    } catch (error) {
      return this.unpreparedIfStale(error, sql, parameters);
    }
  }

  /**
   * A TypeORM repository for reads outside a transaction, each of one statement. Writes need `Transaction.getRepository`, because
   * they belong in a transaction with their domain events.
   */
  getRepository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): ReadRepository<Entity> {
    return this.reads.getRepository(entity);
  }

  /** What failed since a connection's prepared statements are of no use any more is run without being prepared. */
  private unpreparedIfStale<Row extends ObjectLiteral>(
    error: unknown,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    if (isStale(error)) return this.query(sql, parameters);
    throw this.refusalOf(error);
  }

  private async repeatedly<Result>(run: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        const isTransient = CONFLICTS.has(sqlState(error) ?? '') || isStale(error);
        if (attempt === MAX_ATTEMPTS || !isTransient) throw error;
      }
    }
  }

  private async runOnce<Result>(work: (tx: Transaction) => Promise<Result>, onCommitted: () => void): Promise<Result> {
    const { result, committed } = await this.onConnection(BEGIN, async (tx, client, beginning) => {
      const result = await work(tx);
      // Settled long ago if `work` waited for anything; outside of a transaction there would be nothing to commit or undo.
      await beginning;
      return { result, committed: await this.commit(client, tx) };
    });
    onCommitted();
    await this.publish(committed);
    return result;
  }

  private publish(committed: readonly CommittedEvents[]): Promise<void> {
    return this.outbox.publish(committed).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Events were committed but not appended; the sweeper will do it');
    });
  }

  /**
   * Writes what was recorded and commits, in one round trip. When the database refuses the writing, the commit behind it finds
   * the transaction aborted and rolls back.
   */
  private async commit(client: PoolClient, tx: Transaction): Promise<CommittedEvents[]> {
    // May throw, so it comes before anything is sent: nothing must be committed without its events.
    const writes = this.outbox.prepare(tx);
    const writing = Promise.all(writes.map((write) => write()));
    tx.end();
    const [written, committing] = await Promise.allSettled([writing, client.query('COMMIT')]);
    if (written.status === 'rejected') throw written.reason;
    if (committing.status === 'rejected') throw committing.reason;
    if (committing.value.command !== 'COMMIT') throw new Error('A failed statement was passed over: rolled back.');
    return written.value;
  }

  /** Runs `work`, which ends the transaction, on a connection of its own; rolls back when it fails. */
  private async onConnection<Result>(
    begin: string,
    work: (tx: Transaction, client: PoolClient, beginning: Promise<unknown>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const client = await this.pool.connect();
      this.hear(client);
      const tx = new Transaction(client, this.dataSource);
      let isUsable = true;
      try {
        const beginning = client.query(begin);
        const [result] = await Promise.all([work(tx, client, beginning), beginning]);
        return result;
      } catch (error) {
        tx.end();
        isUsable = await client.query('ROLLBACK').then(
          () => !isStale(error),
          () => false,
        );
        throw error;
      } finally {
        client.release(!isUsable);
      }
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** A connection that breaks tells whoever waits for a statement; without a listener it would end the process, too. */
  private hear(client: PoolClient): void {
    if (this.heard.has(client)) return;
    this.heard.add(client);
    client.on('error', () => {});
  }

  /** A database that is away is no fault of the request: the caller is told to come back. */
  private refusalOf(error: unknown): unknown {
    if (!isDatabaseAway(error)) return error;
    this.logger.warn({ err: error }, 'PostgreSQL cannot be reached');
    return serviceUnavailable(this.service);
  }
}

const isStale = (error: unknown): boolean => STALE_STATEMENTS.has(sqlState(error) ?? '');

/** What the connection itself suffers from, not the statement. */
const isOfConnection = (error: unknown): boolean =>
  sqlState(error) === undefined || isStale(error) || isDatabaseAway(error);

/** The SQLSTATE of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The name of the constraint that a statement violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint;
  return typeof constraint === 'string' ? constraint : undefined;
}

export const UNIQUE_VIOLATION = '23505';
