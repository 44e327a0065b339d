import type { DomainEvent } from '@chat/contracts';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { entityManagerOn } from './repositories.js';
import { type Connection, queryPrepared, queryRows } from './statements.js';

/**
 * One transaction of a service: SQL, and the domain events that become true with its commit. Handed to the function that
 * `Database.transaction` runs; worthless afterwards.
 */
export class Transaction {
  /** Events per realm, in the order in which they were recorded. @internal */
  readonly recorded = new Map<number, DomainEvent[]>();

  private isOver = false;

  private entities: EntityManager | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * A TypeORM repository whose statements belong to this transaction. Await each call before the next statement: TypeORM sends its
   * statements some microtasks later, so without `await` a statement of `query` that follows overtakes them.
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

  /** Runs SQL; rows as the driver gives them (bigint columns as numbers). */
  async query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.requireOpen();
    return queryRows<Row>(this.connection, sql, parameters);
  }

  /** Runs SQL that is parsed and planned once per connection: for constant texts on hot paths. */
  async queryPrepared<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    this.requireOpen();
    return queryPrepared<Row>(this.connection, sql, parameters);
  }

  /**
   * Records a domain event: written to the outbox as the last step before the commit, so the realm's lock is short. `payload`
   * must be complete; its sequence is not known before.
   */
  record(realmId: number, event: DomainEvent): void {
    const events = this.recorded.get(realmId);
    if (events) events.push(event);
    else this.recorded.set(realmId, [event]);
  }

  /** From now on nothing runs any more: it would run after the transaction, by itself. @internal */
  end(): void {
    this.isOver = true;
  }

  private requireOpen(): void {
    if (this.isOver) throw new Error('A statement came after the end of its transaction.');
  }
}
