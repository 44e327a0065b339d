import type { DomainEvent } from '@chat/contracts';
import type { EntityManager, ObjectLiteral } from 'typeorm';

/**
 * One transaction of a service: SQL, and the domain events that become true with its commit. Handed to the function that
 * `Database.transaction` runs; worthless afterwards.
 */
export class Transaction {
  /** Events per realm, in the order in which they were recorded. @internal */
  readonly recorded = new Map<number, DomainEvent[]>();

  constructor(readonly manager: EntityManager) {}

  /** Runs SQL; rows as the driver gives them (bigint columns as numbers). */
  query<Row extends ObjectLiteral>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return queryRows<Row>(this.manager, sql, parameters);
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
}

/** TypeORM answers `[rows, count]` for UPDATE and DELETE, and rows for everything else. */
export async function queryRows<Row>(
  manager: Pick<EntityManager, 'query'>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const result: unknown = await manager.query(sql, [...parameters]);
  if (Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number') {
    return result[0] as Row[];
  }
  return result as Row[];
}
