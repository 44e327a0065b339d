import type { QueryResult } from 'pg';
import type { DataSource, EntityManager, ObjectLiteral, Repository } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/** The methods of a TypeORM repository that read with one statement. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  'find' | 'findBy' | 'findOne' | 'findOneBy' | 'exists' | 'existsBy' | 'count' | 'countBy' | 'createQueryBuilder'
>;

type Send = (sql: string, parameters?: unknown[]) => Promise<QueryResult>;

/**
 * Returns TypeORM's entity manager for statements that `send` executes. `isInTransaction` states that `send` uses a connection with
 * an open transaction; TypeORM then begins and commits none of its own.
 * Callers receive the error that `mapError` returns for a failed statement.
 */
export function entityManagerOn(
  dataSource: DataSource,
  send: Send,
  { isInTransaction = false, mapError = (error: unknown) => error } = {},
): EntityManager {
  return dataSource.createEntityManager(new BorrowedConnectionRunner(dataSource, send, isInTransaction, mapError));
}

/** Executes TypeORM's statements on a connection that its user opens and releases. */
class BorrowedConnectionRunner extends PostgresQueryRunner {
  override isTransactionActive: boolean;
  protected override transactionDepth: number;

  constructor(
    dataSource: DataSource,
    private readonly send: Send,
    isInTransaction: boolean,
    private readonly mapError: (error: unknown) => unknown,
  ) {
    super(dataSource.driver as PostgresDriver, 'master');
    this.isTransactionActive = isInTransaction;
    this.transactionDepth = isInTransaction ? 1 : 0;
  }

  override connect(): Promise<{ query: Send }> {
    return Promise.resolve({ query: this.send });
  }

  override async query(sql: string, parameters?: unknown[], useStructuredResult = false) {
    try {
      return await super.query(sql, parameters, useStructuredResult);
    } catch (error) {
      throw this.mapError(error);
    }
  }

  /** The user of the connection releases it. */
  override async release(): Promise<void> {}
}
