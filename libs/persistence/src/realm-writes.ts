import type { CommittedEvents, Outbox } from '@chat/event-log';
import type { Pool } from 'pg';
import type { ObjectLiteral } from 'typeorm';
import { isOfConnection } from './database-errors.js';
import { RealmConnections } from './realm-connections.js';
import { repeatedly } from './repeatedly.js';
import { queryPrepared } from './statements.js';

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
    pool: Pool,
    private readonly outbox: Outbox,
    private readonly requireWritable: () => void,
    private readonly recover: Recover,
  ) {
    this.connections = new RealmConnections(pool, isOfConnection);
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
          this.requireWritable();
          return queryPrepared<Row>(connection, sql, parameters);
        })
        .catch((error: unknown) => this.recover<Row>(error, sql, parameters)),
    );
    onCommitted();
    await this.outbox.publish([eventsOf(rows)]);
    return rows;
  }
}
