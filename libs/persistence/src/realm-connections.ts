import type { Pool, PoolClient } from 'pg';
import type { Connection } from './statements.js';

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

  /** `isOfConnection` returns whether an error makes the connection unusable. */
  constructor(
    private readonly pool: Pool,
    private readonly isOfConnection: (error: unknown) => boolean,
  ) {}

  /** Runs one statement after the earlier ones of the realm. Each statement is its own transaction. */
  async use<Result>(realmId: number, run: (connection: Connection) => Promise<Result>): Promise<Result> {
    const taken = this.realms.get(realmId) ?? this.take(realmId);
    taken.statements++;
    taken.open++;
    if (taken.statements === MAX_IN_A_ROW) this.forget(realmId, taken);
    try {
      return await run(await taken.client);
    } catch (error) {
      if (this.isOfConnection(error)) {
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
