import type { ServiceName } from '@chat/contracts';
import type { ConnectionLogger } from '@chat/redis';
import type { DomainEventLog, SequencedEvent } from '../log/domain-event-log.js';
import type { LogEnd } from '../log/log-ends.js';
import { IssuedIds } from './issued-ids.js';
import { LogRepair } from './log-repair.js';
import { eventIdentity } from './outbox-tables.js';
import { queryRows, type SqlPool } from './sql-connection.js';

/** Realms that a sweep appends at the same time; each may take a connection. */
const REALMS_AT_ONCE = 4;
/** Rows per append when the log is behind. */
const CATCH_UP_BATCH = 500;
/** Other processes may append or repair at the same time. A batch that was appended is no attempt in vain. */
const MAX_ATTEMPTS = 20;

interface OutboxHead {
  readonly realmId: number;
  readonly sequence: number;
  readonly identity: number | null;
}

interface OutboxEvent extends SequencedEvent {
  readonly identity: number;
}

interface RealmRuns {
  readonly present: Promise<boolean>;
  next?: Promise<boolean>;
}

/** Committed events of one service that the log does not have yet, and those that the outbox keeps for a while afterwards. */
export class OutboxBacklog {
  readonly ids: IssuedIds;
  private readonly repair: LogRepair;
  private readonly runs = new Map<number, RealmRuns>();

  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlPool,
    private readonly log: DomainEventLog,
    logger: ConnectionLogger,
  ) {
    // If this sweep fails, that of the sweeper repeats it.
    this.ids = new IssuedIds(service, pool, log, () => void this.sweep().catch(() => {}));
    this.repair = new LogRepair(service, pool, log, this.ids, logger);
  }

  /**
   * Appends every committed event of the realm that the log does not have. If the log does not belong to the outbox, it begins anew.
   * Returns whether anything was missing. Calls during a run share the next one: that one sees their commits, and many runs at once would
   * only read the same rows.
   */
  appendAll(realmId: number): Promise<boolean> {
    const runs = this.runs.get(realmId);
    if (runs === undefined) return this.beginRun(realmId);
    const again = () => this.beginRun(realmId);
    runs.next ??= runs.present.then(again, again);
    return runs.next;
  }

  private beginRun(realmId: number): Promise<boolean> {
    const runs: RealmRuns = {
      present: this.appendMissing(realmId).finally(() => {
        if (runs.next === undefined) this.runs.delete(realmId);
      }),
    };
    this.runs.set(realmId, runs);
    return runs.present;
  }

  private async appendMissing(realmId: number): Promise<boolean> {
    let wasBehind = false;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; ) {
      const [end] = await this.log.ends.of(this.service, [realmId]);
      const outcome = await this.appendSome(realmId, end as LogEnd);
      if (outcome === 'nothing missing') return wasBehind;
      wasBehind = true;
      if (outcome === 'appended') return true;
      if (outcome === 'changed') attempt++;
    }
    throw new Error(`The outbox of ${this.service} in realm ${realmId} changes faster than it is appended.`);
  }

  /**
   * Appends all events that the log lacks, after a crash or without Redis. Returns the number of realms that were behind. If a realm fails,
   * rejects after all others.
   */
  async sweep(): Promise<number> {
    const { begun } = this.repair;
    const realms = await this.differentRealms();
    const outcomes: PromiseSettledResult<boolean>[] = [];
    for (let from = 0; from < realms.length; from += REALMS_AT_ONCE) {
      const some = realms.slice(from, from + REALMS_AT_ONCE);
      outcomes.push(...(await Promise.allSettled(some.map(({ realmId }) => this.appendAll(realmId)))));
    }
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    if (this.repair.begun === begun) await this.ids.note();
    return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
  }

  /** Number of committed events that are not in the log, and the age of the oldest. */
  async measure(): Promise<{ readonly events: number; readonly oldestSeconds: number }> {
    const behind = (await this.differentRealms()).filter(({ logged, sequence }) => logged < sequence);
    if (behind.length === 0) return { events: 0, oldestSeconds: 0 };
    const [row] = await queryRows<{ events: number; oldestSeconds: number }>(
      this.pool,
      `SELECT count(*)::integer AS events,
         coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0)::float8 AS "oldestSeconds"
       FROM outbox JOIN unnest($1::bigint[], $2::bigint[]) AS behind (realm_id, logged) USING (realm_id)
       WHERE outbox.sequence > behind.logged`,
      [behind.map(({ realmId }) => realmId), behind.map(({ logged }) => logged)],
    );
    return row ?? { events: 0, oldestSeconds: 0 };
  }

  /** Deletes events that are in the log and older than `retentionSeconds`, except for the last one in the log: its identity is needed. */
  async prune(retentionSeconds: number): Promise<void> {
    const realms = await queryRows<{ realmId: number }>(
      this.pool,
      `SELECT DISTINCT realm_id AS "realmId" FROM outbox WHERE recorded_at < now() - make_interval(secs => $1)`,
      [retentionSeconds],
    );
    const realmIds = realms.map((realm) => realm.realmId);
    if (realmIds.length === 0) return;
    const heads = (await this.log.ends.heads(this.service, realmIds)).map((head) => head ?? 0);
    await this.pool.query(
      `DELETE FROM outbox USING unnest($2::bigint[], $3::bigint[]) AS logged (realm_id, head)
       WHERE outbox.realm_id = logged.realm_id AND outbox.sequence < logged.head
         AND outbox.recorded_at < now() - make_interval(secs => $1)`,
      [retentionSeconds, realmIds, heads],
    );
  }

  /** Appends events after `end`, all of them or a batch. `changed`: the log ends elsewhere now. */
  private async appendSome(
    realmId: number,
    end: LogEnd,
  ): Promise<'nothing missing' | 'appended' | 'appended a batch' | 'changed'> {
    const rows = await this.readFrom(realmId, end.head);
    const isAtEnd = rows[0]?.sequence === end.head;
    const missing = consecutive(isAtEnd ? rows.slice(1) : rows);
    // Otherwise more must be known.
    const isSame = isAtEnd && rows[0]?.identity === end.identity && missing[0]?.sequence === end.head + 1;
    if (!isSame && !(await this.repair.fits(realmId, end))) return 'changed';
    const last = missing.at(-1);
    if (last === undefined) return 'nothing missing';
    const identities = { identity: last.identity, previous: end.identity };
    const { kind } = await this.log.append(this.service, realmId, missing, identities);
    const isAll = rows.length < CATCH_UP_BATCH && last === rows.at(-1);
    if (kind !== 'appended') return 'changed';
    return isAll ? 'appended' : 'appended a batch';
  }

  /** Realms with a log that does not end with the last event. `logged`: the sequence with which it ends. */
  private async differentRealms(): Promise<{ realmId: number; sequence: number; logged: number }[]> {
    const heads = await queryRows<OutboxHead>(
      this.pool,
      `SELECT realm_id AS "realmId", sequence, ${eventIdentity('recorded_at')} AS identity FROM outbox_head ORDER BY realm_id`,
    );
    if (heads.length === 0) return [];
    const ends = await this.log.ends.of(
      this.service,
      heads.map(({ realmId }) => realmId),
    );
    return heads.flatMap(({ realmId, sequence, identity }, index) => {
      const end = ends[index] as LogEnd;
      const isSame = identity === null || end.identity === undefined || end.identity === identity;
      return end.head === sequence && isSame ? [] : [{ realmId, sequence, logged: end.head }];
    });
  }

  /** The event `sequence` and events after it, if the outbox has them. */
  private readFrom(realmId: number, sequence: number): Promise<OutboxEvent[]> {
    return queryRows<OutboxEvent>(
      this.pool,
      `SELECT sequence, type, payload, ${eventIdentity('recorded_at')} AS identity FROM outbox
       WHERE realm_id = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3`,
      [realmId, sequence, CATCH_UP_BATCH],
    );
  }
}

/** The events before the first gap. The numbers of a realm jump after a loss. */
function consecutive(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  const gap = events.findIndex(({ sequence }, index) => index > 0 && sequence !== (events[0]?.sequence ?? 0) + index);
  return gap < 0 ? events : events.slice(0, gap);
}
