import type { DomainEvent, ServiceName } from '@chat/contracts';
import type { DomainEventLog, SequencedEvent } from '../log/domain-event-log.js';

/** What runs the outbox's SQL: the pool of the service's database. */
export interface SqlConnection {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** A transaction of the service's database, as far as the outbox needs it. */
interface RecordingTransaction {
  /** Events per realm, in the order in which they were recorded. */
  readonly recorded: ReadonlyMap<number, readonly DomainEvent[]>;
  queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
}

/** Rows that are appended to the log at once when it fell behind. */
const CATCH_UP_BATCH = 500;

/**
 * SQL for the two tables that make up a service's outbox; for the service's first migration. `outbox_head` has one row per
 * realm: its lock is what makes sequences follow the order of commits.
 */
export const OUTBOX_TABLES = [
  `CREATE TABLE outbox_head (
     realm_id bigint PRIMARY KEY,
     sequence bigint NOT NULL
   ) WITH (fillfactor = 50)`,
  `CREATE TABLE outbox (
     realm_id bigint NOT NULL,
     sequence bigint NOT NULL,
     type text NOT NULL,
     payload text NOT NULL,
     recorded_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (realm_id, sequence)
   )`,
  'CREATE INDEX outbox_recorded_at ON outbox (recorded_at)',
] as const;

const INSERT_EVENTS = `
  WITH head AS (
    INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, $2)
    ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence + $2
    RETURNING sequence
  ), written AS (
    INSERT INTO outbox (realm_id, sequence, type, payload)
    SELECT $1, head.sequence - $2 + events.place, events.type, events.payload
    FROM head, unnest($3::text[], $4::text[]) WITH ORDINALITY AS events (type, payload, place)
  )
  SELECT sequence AS last FROM head`;

/** What one commit added to a realm's outbox. */
export interface CommittedEvents {
  readonly realmId: number;
  readonly events: readonly SequencedEvent[];
}

/**
 * The transactional outbox of one service. Guarantee: an event is in the log if, and only if, its transaction committed;
 * in sequence; whatever process does the appending, and though one dies after its commit.
 */
export class Outbox {
  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlConnection,
    private readonly log: DomainEventLog,
  ) {}

  /**
   * What writes the events that `tx` recorded; to be sent last before the commit, since it takes the realms' locks. Everything
   * that can fail here has been done when this returns; what is left is up to the database.
   */
  prepare(tx: RecordingTransaction): (() => Promise<CommittedEvents>)[] {
    // In one order in every transaction: two that lock several realms cannot block each other.
    const realms = [...tx.recorded].sort(([a], [b]) => a - b);
    return realms.map(([realmId, events]) => this.prepareRealm(tx, realmId, events));
  }

  /** Appends committed events to the log, behind those that another replica has committed and not appended yet. */
  async publish(committed: readonly CommittedEvents[]): Promise<void> {
    for (const { realmId, events } of committed) {
      const outcome = await this.log.append(this.service, realmId, events);
      if (outcome.kind === 'gap') await this.catchUp(realmId, outcome.head);
    }
  }

  /** Appends every committed event of the realm that the log does not have. */
  async publishAll(realmId: number): Promise<void> {
    const [head = 0] = await this.log.heads(this.service, [realmId]);
    await this.catchUp(realmId, head);
  }

  /** The same for a log that ends at `head`. */
  async catchUp(realmId: number, head: number): Promise<void> {
    let from = head;
    for (;;) {
      const events = await this.readAfter(realmId, from);
      const last = events.at(-1);
      if (!last) return;
      // The log knows nothing although older events existed: it was wiped, and goes on from what is still here.
      const isAfterWipe = head === 0 && (events[0] as SequencedEvent).sequence > 1;
      const outcome = await this.log.append(this.service, realmId, events, { afterWipe: isAfterWipe });
      from = outcome.kind === 'gap' ? outcome.head : last.sequence;
      if (outcome.kind === 'gap' && outcome.head === head) {
        throw new Error(`The outbox of ${this.service} has lost events after ${head} in realm ${realmId}.`);
      }
      if (events.length < CATCH_UP_BATCH) return;
    }
  }

  /** Appends what a crash, or a while without Redis, left behind. Returns the number of realms that were behind. */
  async sweep(): Promise<number> {
    const behind = await this.realmsBehind();
    for (const { realmId, logged } of behind) await this.catchUp(realmId, logged);
    return behind.length;
  }

  /** Events that are committed and not in the log yet, and the age of the oldest. */
  async backlog(): Promise<{ readonly events: number; readonly oldestSeconds: number }> {
    const behind = await this.realmsBehind();
    if (behind.length === 0) return { events: 0, oldestSeconds: 0 };
    const [row] = await this.query<{ events: number; oldestSeconds: number }>(
      `SELECT count(*)::integer AS events,
         coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0)::float8 AS "oldestSeconds"
       FROM outbox JOIN unnest($1::bigint[], $2::bigint[]) AS behind (realm_id, logged) USING (realm_id)
       WHERE outbox.sequence > behind.logged`,
      [behind.map(({ realmId }) => realmId), behind.map(({ logged }) => logged)],
    );
    return row ?? { events: 0, oldestSeconds: 0 };
  }

  /** Deletes what is older than `retentionSeconds`, but only what is in the log. */
  async prune(retentionSeconds: number): Promise<void> {
    const realms = await this.query<{ realmId: number }>(
      `SELECT DISTINCT realm_id AS "realmId" FROM outbox WHERE recorded_at < now() - make_interval(secs => $1)`,
      [retentionSeconds],
    );
    const realmIds = realms.map((realm) => realm.realmId);
    if (realmIds.length === 0) return;
    const heads = (await this.log.heads(this.service, realmIds)).map((head) => head ?? 0);
    await this.pool.query(
      `DELETE FROM outbox USING unnest($2::bigint[], $3::bigint[]) AS logged (realm_id, head)
       WHERE outbox.realm_id = logged.realm_id AND outbox.sequence <= logged.head
         AND outbox.recorded_at < now() - make_interval(secs => $1)`,
      [retentionSeconds, realmIds, heads],
    );
  }

  /** Realms with events that the log, which ends at `logged`, does not have. */
  private async realmsBehind(): Promise<{ realmId: number; logged: number }[]> {
    const heads = await this.query<{ realmId: number; sequence: number }>(
      'SELECT realm_id AS "realmId", sequence FROM outbox_head ORDER BY realm_id',
      [],
    );
    if (heads.length === 0) return [];
    const inLog = await this.log.heads(
      this.service,
      heads.map((head) => head.realmId),
    );
    return heads.flatMap(({ realmId, sequence }, index) => {
      const logged = inLog[index] ?? 0;
      return logged < sequence ? [{ realmId, logged }] : [];
    });
  }

  private prepareRealm(
    tx: RecordingTransaction,
    realmId: number,
    events: readonly DomainEvent[],
  ): () => Promise<CommittedEvents> {
    const types = events.map((event) => event.type);
    const payloads = events.map((event) =>
      typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload),
    );
    return async () => {
      const [row] = await tx.queryPrepared<{ last: number }>(INSERT_EVENTS, [realmId, events.length, types, payloads]);
      const first = (row as { last: number }).last - events.length + 1;
      return {
        realmId,
        events: types.map((type, index) => ({ sequence: first + index, type, payload: payloads[index] as string })),
      };
    };
  }

  private async query<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.pool.query(sql, parameters)).rows as Row[];
  }

  private readAfter(realmId: number, sequence: number): Promise<SequencedEvent[]> {
    return this.query<SequencedEvent>(
      'SELECT sequence, type, payload FROM outbox WHERE realm_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3',
      [realmId, sequence, CATCH_UP_BATCH],
    );
  }
}
