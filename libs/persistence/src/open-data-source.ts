import pg, { type Pool, type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema, getMetadataArgsStorage, type MixedList } from 'typeorm';

// bigint and bigint[] as numbers: ids and sequences stay far below 2^53. Only values that leave this range would be wrong.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(1016 as number, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

type PostgresDataSourceOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

// biome-ignore lint/complexity/noBannedTypes: TypeORM takes classes as Function.
type Classes = MixedList<Function | string>;

export interface DataSourceSettings {
  readonly databaseUrl: string;
  /** The service's own schema; nothing else is on the search path. */
  readonly schema: string;
  /** Every class with `@Entity` that was imported, if absent. */
  // biome-ignore lint/complexity/noBannedTypes: as above.
  readonly entities?: MixedList<Function | string | EntitySchema>;
  readonly migrations?: Classes;
  readonly poolSize?: number;
  readonly applicationName: string;
  /** 0 = none. */
  readonly statementTimeoutMs?: number;
  /** Further settings of every connection, by PostgreSQL's names. */
  readonly sessionSettings?: Readonly<Record<string, string>>;
}

const POOL_SIZE = 10;
/** A statement that takes longer is ended by the server; the caller's deadline has long passed. */
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A TypeORM data source that shares its connection pool, so that statements of entities and plain statements use the same
 * connections.
 */
export class PooledDataSource extends DataSource {
  private opened: Pool | undefined;

  constructor(options: Omit<PostgresDataSourceOptions, 'driver'>) {
    const opened = (pool: Pool) => {
      this.opened = pool;
    };
    class SharedPool extends pg.Pool {
      constructor(config?: PoolConfig) {
        super(config);
        opened(this);
      }
    }
    super({ ...options, driver: { ...pg, Pool: SharedPool } });
  }

  /** Exists from `initialize` on. */
  get pool(): Pool {
    if (this.opened === undefined) throw new Error('The data source is not initialized.');
    return this.opened;
  }
}

/** Returns a data source for the schema of a service, not yet initialized. It never synchronizes and never migrates by itself. */
export function openDataSource(settings: DataSourceSettings): PooledDataSource {
  const session = {
    // One search path for entities and plain SQL alike.
    search_path: settings.schema,
    statement_timeout: String(settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    // What is read often is in memory, or on a disk without heads: an index is worth its while where the planner, by its own
    // default of 4, would scan a small table once per row instead.
    random_page_cost: '1.1',
    ...settings.sessionSettings,
  };
  return new PooledDataSource({
    type: 'postgres',
    url: settings.databaseUrl,
    schema: settings.schema,
    entities: settings.entities ?? getMetadataArgsStorage().tables.map(({ target }) => target),
    migrations: settings.migrations ?? [],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    poolSize: settings.poolSize ?? POOL_SIZE,
    applicationName: settings.applicationName,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      options: Object.entries(session)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      keepAlive: true,
      // Statements do not wait for the answers of those before them.
      pipeline: true,
    },
  });
}
