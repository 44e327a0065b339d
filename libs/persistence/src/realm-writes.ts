import type { CommittedEvents, Outbox } from '@chat/event-log';
import type { PostgresPool } from '@chat/postgres';
import type { PoolClient } from 'pg';
import type { ObjectLiteral } from 'typeorm';
import { isOfConnection } from './database-errors.js';
import { type Connection, queryPrepared, repeatedly } from './statements.js';

/** Runs a failed statement in another way, or throws the error that callers get. */
type Recover = <Row extends ObjectLiteral>(
  error: unknown,
  sql: string,
  parameters: readonly unknown[],
) => Promise<Row[]>;

/** Writes of one statement that itself inserts the events of one realm into the outbox. */
export class RealmWrites {
  private readonly connections: RealmConnections;

  constructor(
    private readonly pool: PostgresPool,
    private readonly outbox: Outbox,
    /** Grows before each statement is sent. */
    private readonly changes: { count: number },
    private readonly recover: Recover,
  ) {
    this.connections = new RealmConnections(pool);
  }

  /**
   * Like `Database.transaction`, in one round trip. The statement is prepared and its own transaction. It runs right after earlier ones of
   * the realm, without waiting for their results. `eventsOf` returns the events that the rows describe.
   */
  async write<Row extends ObjectLiteral>(
    realmId: number,
    sql: string,
    parameters: readonly unknown[],
    eventsOf: (rows: readonly Row[]) => CommittedEvents,
    onCommitted = () => {},
  ): Promise<Row[]> {
    const rows = await repeatedly(() =>
      this.connections
        .use(realmId, async (connection) => {
          this.pool.requireWritable();
          this.changes.count++;
          return queryPrepared<Row>(connection, sql, parameters);
        })
        .catch((error: unknown) => this.recover<Row>(error, sql, parameters)),
    );
    onCommitted();
    await this.outbox.publish([eventsOf(rows)]);
    return rows;
  }
}

/** Statements of a realm per use of a connection. Then the connection returns to the pool, so that other realms get one, too. */
export const MAX_IN_A_ROW = 50;

interface RealmConnection {
  readonly client: Promise<PoolClient>;
  /** Statements so far, and those of them that have not ended. */
  statements: number;
  open: number;
  isUsable: boolean;
}

/**
 * One connection for each realm with writes in progress. Writers of a realm wait for each other anyway, because of the row lock of its
 * outbox. On one connection the next statement has arrived when the last one commits, without a process to wake. If `use` rejects, it is
 * unknown whether the statement had an effect.
 */
export class RealmConnections {
  private readonly realms = new Map<number, RealmConnection>();

  constructor(private readonly pool: Pick<PostgresPool, 'connect'>) {}

  /** Runs one statement after the earlier ones of the realm. Each statement is its own transaction. */
  async use<Result>(realmId: number, run: (connection: Connection) => Promise<Result>): Promise<Result> {
    const taken = this.realms.get(realmId) ?? this.take(realmId);
    taken.statements++;
    taken.open++;
    if (taken.statements === MAX_IN_A_ROW) this.forget(realmId, taken);
    try {
      return await run(await taken.client);
    } catch (error) {
      if (isOfConnection(error)) {
        taken.isUsable = false;
        this.forget(realmId, taken);
      }
      throw error;
    } finally {
      taken.open--;
      if (taken.open === 0) {
        this.forget(realmId, taken);
        taken.client.then(
          (client) => client.release(!taken.isUsable),
          () => {},
        );
      }
    }
  }

  private take(realmId: number): RealmConnection {
    const taken = { client: this.pool.connect(), statements: 0, open: 0, isUsable: true };
    this.realms.set(realmId, taken);
    return taken;
  }

  /** Later statements take another connection. */
  private forget(realmId: number, taken: RealmConnection): void {
    if (this.realms.get(realmId) === taken) this.realms.delete(realmId);
  }
}
