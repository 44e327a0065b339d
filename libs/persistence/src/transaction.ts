import type { DomainEvent } from '@chat/contracts';
import type {
  DataSource,
  EntityManager,
  EntityTarget,
  ObjectLiteral,
  QueryDeepPartialEntity,
  Repository,
} from 'typeorm';
import { entityManagerOn } from './repositories.js';
import { type Connection, queryPrepared, queryRows } from './statements.js';

/**
 * One transaction of a service: SQL statements, and the domain events that commit with them. Valid only while the function runs that
 * `Database.transaction` calls with it; later calls throw. Let errors of statements reach `Database.transaction`, which rolls back.
 */
export class Transaction {
  /** Events by realm, in the order of `record` calls. @internal */
  readonly recorded = new Map<number, DomainEvent[]>();

  private isOver = false;

  private entities: EntityManager | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * A TypeORM repository for statements in this transaction. Await each call before the next statement: TypeORM sends a
   * statement some microtasks later, so a following `query` would overtake it.
   */
  getRepository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    this.entities ??= entityManagerOn(
      this.dataSource,
      async (sql, parameters) => {
        this.requireOpen();
        return this.connection.query(sql, parameters);
      },
      true,
    );
    return this.entities.getRepository(entity);
  }

  /**
   * Inserts a row and returns the value of `column`, or undefined if a unique index refuses the row. Of two simultaneous inserts only
   * one succeeds.
   */
  async insertUnlessTaken<Entity extends ObjectLiteral>(
    entity: EntityTarget<Entity>,
    row: QueryDeepPartialEntity<Entity>,
    column: string,
  ): Promise<number | undefined> {
    const insert = this.getRepository(entity).createQueryBuilder().insert();
    const { raw } = await insert.values(row).orIgnore().returning(column).execute();
    return raw[0]?.[column];
  }

  /** Runs one statement. Returns bigint columns as numbers. */
  async query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.requireOpen();
    return queryRows<Row>(this.connection, sql, parameters);
  }

  /** Like `query`, parsed and planned once per connection: for constant texts on hot paths. */
  async queryPrepared<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.requireOpen();
    return queryPrepared<Row>(this.connection, sql, parameters);
  }

  /** Records a domain event. It is inserted right before the commit, to hold the lock of the realm only shortly. */
  record(realmId: number, event: DomainEvent): void {
    const events = this.recorded.get(realmId);
    if (events) events.push(event);
    else this.recorded.set(realmId, [event]);
  }

  /** Makes later statements throw: they would run outside the transaction. @internal */
  end(): void {
    this.isOver = true;
  }

  private requireOpen(): void {
    if (this.isOver) throw new Error('A statement came after the end of its transaction.');
  }
}

/** Waits for other transactions with the lock of this name, and holds it until the commit. */
export async function lockByName(tx: Transaction, name: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/**
 * Locks the order of commits of the realm, before any other lock. Until the commit no other transaction of the realm commits events, so
 * later reads match the position of the events of this transaction.
 */
export async function lockRealm(tx: Transaction, realmId: number): Promise<void> {
  await tx.query(
    `INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
     ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence`,
    [realmId],
  );
}
