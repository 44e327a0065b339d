import { wireName } from '@chat/contracts';
import type { QueryResult as DriverResult } from 'pg';
import {
  type DataSource,
  DefaultNamingStrategy,
  type EntityManager,
  getMetadataArgsStorage,
  type ObjectLiteral,
  QueryResult,
  type Repository,
} from 'typeorm';

/** The methods of a TypeORM repository that read with one statement. */
export type ReadRepository<Entity extends ObjectLiteral> = Pick<
  Repository<Entity>,
  | 'find'
  | 'findBy'
  | 'findOne'
  | 'findOneBy'
  | 'findOneByOrFail'
  | 'exists'
  | 'existsBy'
  | 'count'
  | 'countBy'
  | 'createQueryBuilder'
>;

type Send = (sql: string, parameters?: unknown[]) => Promise<DriverResult>;

/**
 * Returns TypeORM's entity manager for statements that `send` executes. `isInTransaction` states that `send` uses a connection with
 * an open transaction; TypeORM then begins and commits none of its own. A failed statement throws the driver's error.
 */
export function entityManagerOn(dataSource: DataSource, send: Send, isInTransaction: boolean): EntityManager {
  // A query runner takes a connection of its own when it executes a statement; this one passes every statement to `send`.
  const runner = Object.assign(dataSource.createQueryRunner(), {
    isTransactionActive: isInTransaction,
    query: async (sql: string, parameters?: unknown[], isStructured = false) => {
      const result = structured(await send(sql, parameters));
      return isStructured ? result : result.raw;
    },
    startTransaction: () => Promise.reject(new Error('Use Database.transaction to begin a transaction.')),
  });
  return dataSource.createEntityManager(runner);
}

/** The result in the form that TypeORM's query builders read. */
function structured({ command, rows, rowCount }: DriverResult): QueryResult {
  const raw = command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
  return Object.assign(new QueryResult(), { raw, records: rows, affected: rowCount });
}

/** A column has the name of its property in snake_case, like a field on the wire, unless its decorator gives another. */
export const columnNames = Object.assign(new DefaultNamingStrategy(), {
  columnName: (property: string, given?: string): string => given ?? wireName(property),
});

/** The columns of an entity, for raw SQL, which so does not repeat the entity. */
export const columnsOf = (entity: new () => object) =>
  getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => [columnNames.columnName(propertyName, options.name), propertyName] as const);

/**
 * SELECT list of an entity's columns, each under its property name, from the table with the given alias. `omitted`: properties that
 * the statement does not need.
 */
export function selectedColumns<Entity extends object>(
  entity: new () => Entity,
  alias: string,
  omitted: readonly (keyof Entity)[] = [],
): string {
  const columns = columnsOf(entity).filter(([, property]) => !omitted.includes(property as keyof Entity));
  return columns.map(([name, property]) => `${alias}.${name} AS "${property}"`).join(', ');
}
