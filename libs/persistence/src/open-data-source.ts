import {
  type PostgresAddress,
  PostgresPool,
  postgresAddress,
  standbyAddresses,
  synchronousMissing,
} from '@chat/postgres';
import pg, { type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema, getMetadataArgsStorage, type MixedList } from 'typeorm';
import { columnNames } from './repositories.js';

// bigint and bigint[] as numbers: ids and sequences stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(1016 as number, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

// biome-ignore lint/complexity/noBannedTypes: TypeORM takes classes as Function.
export type Class = Function;

/** A migration, by the name under which the schema records it; the class itself, or a function that imports it. */
export type Migration = Class | { readonly name: string; load(): Promise<Class> };

export interface DataSourceSettings {
  readonly databaseUrl: string;
  /** Standbys that may serve reads; none if empty. */
  readonly readUrl?: string;
  /** The service's own schema; nothing else is on the search path. */
  readonly schema: string;
  /** Default: every imported class with `@Entity`. */
  readonly entities?: MixedList<Class | string | EntitySchema>;
  readonly migrations?: readonly Migration[];
  readonly poolSize?: number;
  readonly applicationName: string;
  /** 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Whether a commit must be on a second server before it is acknowledged. */
  readonly isSynchronous?: boolean;
  /** More settings of every connection, by their names in PostgreSQL. */
  readonly sessionSettings?: Readonly<Record<string, string>>;
}

const POOL_SIZE = 10;
/** The server cancels a statement after this time, which is longer than the deadline of any request. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** A TypeORM data source that shares its connection pool with plain statements. `Database` documents errors and guarantees. */
export class PooledDataSource extends DataSource {
  /** Standbys that may serve reads. */
  readonly standbys: readonly PostgresAddress[];
  private opened: PostgresPool | undefined;

  /** The settings stand for `url`, `host` and so on. */
  constructor(
    private readonly settings: DataSourceSettings,
    options: Omit<Extract<DataSourceOptions, { type: 'postgres' }>, 'driver'>,
  ) {
    const address = postgresAddress(settings.databaseUrl);
    const standbys = settings.readUrl ? standbyAddresses(settings.readUrl) : [];
    const opened = (pool: PostgresPool) => {
      this.opened = pool;
    };
    class SharedPool extends PostgresPool {
      constructor(config?: PoolConfig) {
        super(address, config, settings.isSynchronous);
        opened(this);
      }
    }
    super({ ...options, driver: { ...pg, Pool: SharedPool } });
    this.standbys = standbys;
  }

  /** Settings of a pool like this one, for another server with the same data. */
  get poolConfig(): PoolConfig {
    return poolConfig(this.settings);
  }

  /** Throws before `initialize`. */
  get pool(): PostgresPool {
    if (this.opened === undefined) throw new Error('The data source is not initialized.');
    return this.opened;
  }

  /** The reason why a commit is on one server only, or undefined; as of the last second. */
  get synchronousMissing(): string | undefined {
    return this.pool.state && synchronousMissing(this.pool.state);
  }
}

/** Settings of a pool for the service's schema. */
export function poolConfig(settings: DataSourceSettings): PoolConfig & { readonly pipeline: boolean } {
  const session = {
    search_path: settings.schema,
    statement_timeout: String(settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    // Random reads come from memory or an SSD. With the default of 4, the planner would scan a small table once per row instead of
    // using its index.
    random_page_cost: '1.1',
    ...settings.sessionSettings,
  };
  const options = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`);
  return {
    max: settings.poolSize ?? POOL_SIZE,
    application_name: settings.applicationName,
    options: options.join(' '),
    // Statements do not wait for the results of earlier ones.
    pipeline: true,
  };
}

/**
 * Returns an uninitialized data source for the schema of a service. It never synchronizes or migrates by itself; `migrations` are those
 * that it can run.
 */
export function openDataSource(settings: DataSourceSettings, migrations: Class[] = []): PooledDataSource {
  return new PooledDataSource(settings, {
    type: 'postgres',
    schema: settings.schema,
    entities: settings.entities ?? getMetadataArgsStorage().tables.map(({ target }) => target),
    namingStrategy: columnNames,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    extra: poolConfig(settings),
  });
}
