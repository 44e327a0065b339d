import type { DomainEvent, ServiceName } from '@chat/contracts';
import type { DomainEventLog, SequencedEvent } from '../log/domain-event-log.js';

/** The connection pool of the service's database. */
interface SqlConnection {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

interface RecordingTransaction {
  /** Events by realm, in the order of `record` calls. */
  readonly recorded: ReadonlyMap<number, readonly DomainEvent[]>;
  queryPrepared<Row extends object>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
}

/** Rows per append when the log is behind. */
const CATCH_UP_BATCH = 500;

/**
 * The two tables of a service's outbox, for its first migration. `outbox_head` has one row per realm. Its lock makes sequences follow
 * the order of commits.
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
    SELECT $1, head.sequence - $2 + events.position, events.type, events.payload
    FROM head, unnest($3::text[], $4::text[]) WITH ORDINALITY AS events (type, payload, position)
  )
  SELECT sequence AS last FROM head`;

/** Events of one realm that a commit added to the outbox. */
export interface CommittedEvents {
  readonly realmId: number;
  readonly events: readonly SequencedEvent[];
}

/**
 * The transactional outbox of one service. Guarantee: an event gets into the log if, and only if, its transaction commits. Events get
 * there in sequence, also if the process dies right after the commit.
 *
 * If `publish` fails after a commit, the write is durable: do not undo or repeat it. `sweep` appends the events later.
 */
export class Outbox {
  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlConnection,
    private readonly log: DomainEventLog,
  ) {}

  /**
   * Returns one function per realm that inserts the events that `tx` recorded. Call them right before the commit, because they take the
   * locks of the realms. Invalid events make `prepare` throw, before anything is sent.
   */
  prepare(tx: RecordingTransaction): (() => Promise<CommittedEvents>)[] {
    // One order in every transaction, so that two transactions with several realms cannot deadlock.
    const realms = [...tx.recorded].sort(([a], [b]) => a - b);
    return realms.map(([realmId, events]) => this.prepareRealm(tx, realmId, events));
  }

  /** Appends committed events to the log, after earlier ones that another replica has not appended yet. */
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

  private async catchUp(realmId: number, head: number): Promise<void> {
    let from = head;
    for (;;) {
      const events = await this.readAfter(realmId, from);
      const last = events.at(-1);
      if (!last) return;
      // Redis lost the log: it begins again with the oldest event that the outbox still has.
      const isAfterWipe = head === 0 && (events[0] as SequencedEvent).sequence > 1;
      const outcome = await this.log.append(this.service, realmId, events, { afterWipe: isAfterWipe });
      from = outcome.kind === 'gap' ? outcome.head : last.sequence;
      if (outcome.kind === 'gap' && outcome.head === head) {
        throw new Error(`The outbox of ${this.service} has lost events after ${head} in realm ${realmId}.`);
      }
      if (events.length < CATCH_UP_BATCH) return;
    }
  }

  /** Appends all events that the log lacks, after a crash or without Redis. Returns the number of realms that were behind. */
  async sweep(): Promise<number> {
    const behind = await this.realmsBehind();
    for (const { realmId, logged } of behind) await this.catchUp(realmId, logged);
    return behind.length;
  }

  /** Number of committed events that are not in the log, and the age of the oldest. */
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

  /** Deletes events that are in the log and older than `retentionSeconds`. */
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

  /** Realms with events after `logged`, the end of the log. */
  private async realmsBehind(): Promise<{ realmId: number; logged: number }[]> {
    const heads = await this.query<{ realmId: number; sequence: number }>(
      'SELECT realm_id AS "realmId", sequence FROM outbox_head ORDER BY realm_id',
      [],
    );
    if (heads.length === 0) return [];
    const realmIds = heads.map(({ realmId }) => realmId);
    const inLog = await this.log.heads(this.service, realmIds);
    return heads.flatMap(({ realmId, sequence }, index) => {
      const logged = inLog[index] ?? 0;
      return logged < sequence ? [{ realmId, logged }] : [];
    });
  }

  private prepareRealm(tx: RecordingTransaction, realmId: number, recorded: readonly DomainEvent[]) {
    const types = recorded.map(({ type }) => type);
    const payloads = recorded.map(({ payload }) => (typeof payload === 'string' ? payload : JSON.stringify(payload)));
    return async (): Promise<CommittedEvents> => {
      const [row] = await tx.queryPrepared<{ last: number }>(INSERT_EVENTS, [realmId, types.length, types, payloads]);
      const first = (row as { last: number }).last - types.length + 1;
      const events = types.map((type, index) => ({
        sequence: first + index,
        type,
        payload: payloads[index] as string,
      }));
      return { realmId, events };
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
