import type { ServiceName } from '@chat/contracts';
import type { DomainEventLog, SequencedEvent } from '../log/domain-event-log.js';

/** The connection pool of the service's database. */
export interface SqlConnection {
  query(sql: string, parameters: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Rows per append when the log is behind. */
const CATCH_UP_BATCH = 500;

/** Committed events of one service that the log does not have yet, and those that the outbox keeps for a while afterwards. */
export class OutboxBacklog {
  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlConnection,
    private readonly log: DomainEventLog,
  ) {}

  /** Appends every committed event of the realm that the log does not have. */
  async appendAll(realmId: number): Promise<void> {
    const [head = 0] = await this.log.heads(this.service, [realmId]);
    await this.appendAfter(realmId, head);
  }

  /** Appends the committed events of the realm after `head`, where its log ends. */
  async appendAfter(realmId: number, head: number): Promise<void> {
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
    for (const { realmId, logged } of behind) await this.appendAfter(realmId, logged);
    return behind.length;
  }

  /** Number of committed events that are not in the log, and the age of the oldest. */
  async measure(): Promise<{ readonly events: number; readonly oldestSeconds: number }> {
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

  private readAfter(realmId: number, sequence: number): Promise<SequencedEvent[]> {
    return this.query<SequencedEvent>(
      'SELECT sequence, type, payload FROM outbox WHERE realm_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3',
      [realmId, sequence, CATCH_UP_BATCH],
    );
  }

  private async query<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    return (await this.pool.query(sql, parameters)).rows as Row[];
  }
}
