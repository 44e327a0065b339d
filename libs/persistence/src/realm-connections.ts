import type { Pool, PoolClient } from 'pg';
import type { Connection } from './statements.js';

/** Statements of a realm that follow each other before its connection is given back: busy realms must leave some to others. */
export const MAX_IN_A_ROW = 50;

interface RealmConnection {
  readonly client: Promise<PoolClient>;
  /** Statements that it was given, and those of them that are under way. */
  statements: number;
  underWay: number;
  isUsable: boolean;
}

/**
 * A connection for each realm that is being written to. Writers of one realm wait for each other anyway, for its lock: on one
 * connection the next statement is there when the last one commits, and nobody has to be woken.
 */
export class RealmConnections {
  private readonly realms = new Map<number, RealmConnection>();

  /** `isOfConnection`: whether an error says that the connection is of no use any more; `hear` is told of each one taken. */
  constructor(
    private readonly pool: Pool,
    private readonly isOfConnection: (error: unknown) => boolean,
    private readonly hear: (client: PoolClient) => void,
  ) {}

  /** Runs one statement behind those that are under way for the realm. Each is a transaction of its own. */
  async use<Result>(realmId: number, run: (connection: Connection) => Promise<Result>): Promise<Result> {
    const taken = this.realms.get(realmId) ?? this.take(realmId);
    taken.statements++;
    taken.underWay++;
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
      taken.underWay--;
      if (taken.underWay === 0) {
        this.forget(realmId, taken);
        taken.client.then(
          (client) => client.release(!taken.isUsable),
          () => {},
        );
      }
    }
  }

  private take(realmId: number): RealmConnection {
    const client = this.pool.connect().then((connected) => {
      this.hear(connected);
      return connected;
    });
    const taken = { client, statements: 0, underWay: 0, isUsable: true };
    this.realms.set(realmId, taken);
    return taken;
  }

  /** Whoever comes from now on takes another one. */
  private forget(realmId: number, taken: RealmConnection): void {
    if (this.realms.get(realmId) === taken) this.realms.delete(realmId);
  }
}
