import { type ServiceName, serviceUnavailable } from '@chat/contracts';
import type { ConnectionLogger, DomainEventLog } from '@chat/transport';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import { Outbox } from './outbox.js';
import { queryRows, Transaction } from './transaction.js';

type IsolationLevel = 'READ COMMITTED' | 'REPEATABLE READ';

/** SQLSTATEs after which the whole transaction may be run again: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

/**
 * A service's PostgreSQL: its own schema (the connection's search path), its transactions, its outbox.
 */
export class Database {
  readonly outbox: Outbox;

  constructor(
    readonly service: ServiceName,
    readonly dataSource: DataSource,
    log: DomainEventLog,
    private readonly logger: ConnectionLogger,
  ) {
    this.outbox = new Outbox(service, dataSource, log);
  }

  /**
   * Runs `work` in a transaction and appends the events that it recorded to the log. Resolves after both: whoever is told
   * of the write can rely on everybody else seeing it. When the log cannot be reached the write is durable all the
   * same, and the sweeper appends its events later. `work` is run again, whole, after a deadlock or serialization failure.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
      }
    }
  }

  /** Reads in one snapshot: everything seen belongs to one moment, `sequence` being the outbox's then. */
  async snapshot<State>(
    realmId: number,
    read: (tx: Transaction) => Promise<State>,
  ): Promise<{ sequence: number; state: State }> {
    return this.inTransaction('REPEATABLE READ', async (tx) => {
      const [head] = await tx.query<{ sequence: number }>('SELECT sequence FROM outbox_head WHERE realm_id = $1', [
        realmId,
      ]);
      return { sequence: head?.sequence ?? 0, state: await read(tx) };
    });
  }

  /** One statement by itself. */
  async query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      return await queryRows<Row>(this.dataSource, sql, parameters);
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  private async runOnce<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const { result, committed } = await this.inTransaction('READ COMMITTED', async (tx) => {
      const result = await work(tx);
      return { result, committed: await this.outbox.write(tx) };
    });
    await this.outbox.publish(committed).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Events were committed but not appended; the sweeper will do it');
    });
    return result;
  }

  private async inTransaction<Result>(
    level: IsolationLevel,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.dataSource.transaction(level, (manager) => work(new Transaction(manager)));
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** A database that is away is no fault of the request: the caller is told to come back. */
  private refusalOf(error: unknown): unknown {
    if (!isDatabaseAway(error)) return error;
    this.logger.warn({ err: error }, 'PostgreSQL cannot be reached');
    return serviceUnavailable(this.service);
  }
}

/** The SQLSTATE of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { driverError?: { code?: unknown } } | null)?.driverError?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The name of the constraint that a statement violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { driverError?: { constraint?: unknown } } | null)?.driverError?.constraint;
  return typeof constraint === 'string' ? constraint : undefined;
}

export const UNIQUE_VIOLATION = '23505';
