import type { DomainEvent } from '@chat/contracts';
import type { CommittedEvents } from './outbox.js';
import { eventIdentity } from './outbox-tables.js';

interface RecordingTransaction {
  /** Events by realm, in the order of `record` calls. */
  readonly recorded: ReadonlyMap<number, readonly DomainEvent[]>;
  queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
}

const INSERT_EVENTS = `
  WITH head AS (
    INSERT INTO outbox_head AS h (realm_id, sequence, recorded_at) VALUES ($1, $2, now())
    ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence + $2, recorded_at = now()
    RETURNING sequence, old.recorded_at AS previous
  ), written AS (
    INSERT INTO outbox (realm_id, sequence, type, payload)
    SELECT $1, head.sequence - $2 + events.position, events.type, events.payload
    FROM head, unnest($3::text[], $4::text[]) WITH ORDINALITY AS events (type, payload, position)
  )
  SELECT sequence AS last, ${eventIdentity('now()')} AS identity, ${eventIdentity('previous')} AS previous FROM head`;

interface InsertedEvents {
  readonly last: number;
  readonly identity: number;
  readonly previous: number | null;
}

/**
 * Returns one function per realm that inserts the events that `tx` recorded into the outbox. Call them right before the commit, because
 * they take the locks of the realms. Throws for invalid events, before anything is sent.
 */
export function eventInsertions(tx: RecordingTransaction): (() => Promise<CommittedEvents>)[] {
  // One order in every transaction, so that two transactions with several realms cannot deadlock.
  const realms = [...tx.recorded].sort(([a], [b]) => a - b);
  return realms.map(([realmId, recorded]) => {
    const types = recorded.map(({ type }) => type);
    const payloads = recorded.map(({ payload }) => (typeof payload === 'string' ? payload : JSON.stringify(payload)));
    return async () => {
      const [row] = await tx.queryPrepared<InsertedEvents>(INSERT_EVENTS, [realmId, types.length, types, payloads]);
      const { last, identity, previous } = row as InsertedEvents;
      const first = last - types.length + 1;
      const events = types.map((type, index) => ({
        sequence: first + index,
        type,
        payload: payloads[index] as string,
      }));
      return { realmId, events, identity, previous: previous ?? undefined };
    };
  });
}
