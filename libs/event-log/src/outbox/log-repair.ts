import type { ServiceName } from '@chat/contracts';
import type { ConnectionLogger } from '@chat/redis';
import type { DomainEventLog, SequencedEvent } from '../log/domain-event-log.js';
import { type LogEnd, textOf } from '../log/log-ends.js';
import type { IssuedIds } from './issued-ids.js';
import { type LostTail, LostTailReport } from './lost-tails.js';
import { eventIdentity } from './outbox-tables.js';
import { inTransaction, queryRows, type SqlConnection, type SqlPool } from './sql-connection.js';

/** A realm's numbers continue this far above all known ones: a follower may know more than PostgreSQL and Redis together. */
const SEQUENCE_JUMP = 1_000_000;
/** The clocks of PostgreSQL and Redis may differ by this. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** The outbox of a realm at the place where its log ends. */
interface OutboxPlace {
  /** Null if PostgreSQL does not know the realm. */
  readonly sequence: number | null;
  readonly identity: number | null;
  /** Identity of the event with the sequence of the log's end. */
  readonly identityAtEnd: number | null;
  /** Sequence of the first event after the log's end that the outbox has. */
  readonly next: number | null;
}

const READ_PLACE = `
  SELECT h.sequence, ${eventIdentity('h.recorded_at')} AS identity,
    (SELECT ${eventIdentity('recorded_at')} FROM outbox WHERE realm_id = $1 AND sequence = $2) AS "identityAtEnd",
    (SELECT min(sequence) FROM outbox WHERE realm_id = $1 AND sequence > $2) AS next
  FROM (VALUES ($1::bigint)) AS realm (id) LEFT JOIN outbox_head h ON h.realm_id = realm.id`;
const LOCK_REALM = `
  INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
  ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence`;

const READ_EVENTS = 'SELECT sequence, type, payload FROM outbox WHERE realm_id = $1 ORDER BY sequence';
const MOVE_EVENTS = 'UPDATE outbox SET sequence = sequence + $3 WHERE realm_id = $1 AND sequence >= $2';
/** Without a moved event, the number itself gets an identity. */
const MOVE_HEAD = `
  UPDATE outbox_head SET sequence = $2, recorded_at = CASE WHEN $3 THEN recorded_at ELSE clock_timestamp() END
  WHERE realm_id = $1`;

/** The loss that a log reveals which ends at `end`, or undefined if the events after it can be appended. */
function lossAt(end: LogEnd, place: OutboxPlace): LostTail | undefined {
  const sequence = place.sequence ?? 0;
  if (end.head > sequence) return 'postgresql';
  const stored = place.identityAtEnd ?? (end.head === sequence ? place.identity : null);
  if (end.head > 0 && end.identity !== undefined && stored !== null && stored !== end.identity) return 'postgresql';
  return end.head === sequence || place.next === end.head + 1 ? undefined : 'log';
}

/**
 * Begins the log of a realm anew if it and the outbox do not belong together: PostgreSQL lost events of the log, or Redis lost events that
 * the outbox no longer has. Any number of processes may do it at the same time.
 */
export class LogRepair {
  /** Number of logs that this process began anew. */
  begun = 0;
  private readonly lost: LostTailReport;

  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlPool,
    private readonly log: DomainEventLog,
    private readonly ids: IssuedIds,
    logger: ConnectionLogger,
  ) {
    this.lost = new LostTailReport(logger);
  }

  /** Returns true if the events after `end` can be appended, and false if the log begins anew and ends elsewhere. */
  async fits(realmId: number, end: LogEnd): Promise<boolean> {
    const loss = lossAt(end, await this.place(this.pool, realmId, end));
    if (loss === undefined) return true;
    // Before the log begins anew: an id that a follower has seen must not come again.
    await this.ids.jump();
    if (loss === 'postgresql') await this.renumber(realmId, end);
    await this.begin(realmId, end, loss);
    return false;
  }

  private async begin(realmId: number, end: LogEnd, kind: LostTail): Promise<void> {
    const place = await this.place(this.pool, realmId, end);
    if (lossAt(end, place) !== 'log') return;
    const head = place.sequence ?? 0;
    const sequence = (place.next ?? head + 1) - 1;
    const identity = sequence === head ? (place.identity ?? undefined) : undefined;
    const hasBegun = await this.log.ends.begin(this.service, realmId, end, { sequence, identity });
    if (!hasBegun) return;
    this.begun++;
    this.lost.add(kind, { service: this.service, realmId, lostAfter: end.head });
  }

  /**
   * Moves the realm's numbers above all published ones, and with them the events that were committed after the loss and are not in the log.
   * Changes nothing if another process has done it.
   */
  private async renumber(realmId: number, end: LogEnd): Promise<void> {
    const published = await this.publishedTexts(realmId, end);
    const client = await this.pool.connect();
    await inTransaction(client, () => this.renumberOn(client, realmId, end, published)).finally(() => client.release());
  }

  private async renumberOn(
    connection: SqlConnection,
    realmId: number,
    end: LogEnd,
    published: ReadonlyMap<number, string>,
  ): Promise<void> {
    await connection.query(LOCK_REALM, [realmId]);
    const place = await this.place(connection, realmId, end);
    if (lossAt(end, place) !== 'postgresql') return;
    const above = Math.max(end.head, place.sequence ?? 0) + SEQUENCE_JUMP;
    const events = await queryRows<SequencedEvent>(connection, READ_EVENTS, [realmId]);
    const first = events.find((event) => isUnpublished(event, end, published))?.sequence;
    const last = events.at(-1)?.sequence;
    const count = first === undefined || last === undefined ? 0 : last + 1 - first;
    await connection.query(MOVE_EVENTS, [realmId, first ?? null, above + 1 - (first ?? 0)]);
    await connection.query(MOVE_HEAD, [realmId, above + count, count > 0]);
  }

  /** Texts of the realm's events in the log, of the time of the outbox. */
  private async publishedTexts(realmId: number, end: LogEnd): Promise<ReadonlyMap<number, string>> {
    const [oldest] = await queryRows<{ ms: number | null }>(
      this.pool,
      'SELECT extract(epoch FROM min(recorded_at))::float8 * 1000 AS ms FROM outbox WHERE realm_id = $1 AND sequence <= $2',
      [realmId, end.head],
    );
    if (oldest?.ms == null) return new Map();
    return this.log.ends.textsSince(this.service, realmId, oldest.ms - CLOCK_DIFFERENCE_MS);
  }

  private async place(connection: SqlConnection, realmId: number, { head }: LogEnd): Promise<OutboxPlace> {
    const [place] = await queryRows<OutboxPlace>(connection, READ_PLACE, [realmId, head]);
    return place as OutboxPlace;
  }
}

/** Events are in the log in sequence: every event after the first unpublished one is unpublished, too. */
function isUnpublished(
  { sequence, type, payload }: SequencedEvent,
  end: LogEnd,
  published: ReadonlyMap<number, string>,
): boolean {
  const text = published.get(sequence);
  return sequence > end.head || (text !== undefined && text !== textOf(type, payload));
}
