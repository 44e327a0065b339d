import type { DomainEvent, ServiceName } from '@chat/contracts';
import type { ConnectionLogger } from '@chat/redis';
import type { DomainEventLog, EventIdentities, SequencedEvent } from '../log/domain-event-log.js';
import { OutboxBacklog } from './outbox-backlog.js';
import { eventIdentity } from './outbox-tables.js';
import type { SqlPool } from './sql-connection.js';

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

/** Events of one realm that a commit added to the outbox. A statement of a service reads the identities from `outbox_head`. */
export interface CommittedEvents extends EventIdentities {
  readonly realmId: number;
  readonly events: readonly SequencedEvent[];
}

/**
 * The transactional outbox of one service. Guarantee: an event gets into the log if, and only if, its transaction commits. Events get
 * there in sequence, also if the process dies right after the commit.
 *
 * A commit is durable, whether or not the log can be reached. So `publish` and `publishAll` never reject; a sweep of the backlog appends
 * the events later.
 */
export class Outbox {
  readonly backlog: OutboxBacklog;

  constructor(
    private readonly service: ServiceName,
    pool: SqlPool,
    private readonly log: DomainEventLog,
    private readonly logger: ConnectionLogger,
  ) {
    this.backlog = new OutboxBacklog(service, pool, log, logger);
  }

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
    try {
      for (const { realmId, events, ...identities } of committed) {
        const { kind } = await this.log.append(this.service, realmId, events, identities);
        if (kind !== 'appended') await this.backlog.appendAll(realmId);
      }
    } catch (error) {
      this.warn(error);
    }
  }

  /** Appends every committed event of the realm that the log does not have. */
  async publishAll(realmId: number): Promise<void> {
    await this.backlog.appendAll(realmId).catch((error: unknown) => this.warn(error));
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'Events were committed but not appended; the sweeper will do it');
  }

  private prepareRealm(tx: RecordingTransaction, realmId: number, recorded: readonly DomainEvent[]) {
    const types = recorded.map(({ type }) => type);
    const payloads = recorded.map(({ payload }) => (typeof payload === 'string' ? payload : JSON.stringify(payload)));
    return async (): Promise<CommittedEvents> => {
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
  }
}
