import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@chat/contracts';
import type { DomainEventLog } from '../log/domain-event-log.js';
import { inTransaction, queryRows, type SqlConnection, type SqlPool } from './sql-connection.js';

/**
 * Ids that no note covers, at most: those of the two seconds since the last note, or of the time that Redis lost with PostgreSQL. Small
 * enough for ids of 31 bits after a thousand faults. A random part is added, because both servers may forget a jump.
 */
const JUMP = 1_000_000;
/** A fault concerns many realms, which begin anew within this time. One jump is enough for them. */
const ONE_FAULT_MS = 60_000;
const CHECK_TIMEOUT_MS = 1_000;
/** One number for all releases; the second one is the schema. */
const JUMP_LOCK = 736_410_022;

/** The greatest issued id of each sequence of the schema, as of the last sweep, or that of the last jump. */
type NotedIds = Readonly<Record<string, string>>;
/** Names of further fields, which no sequence has. */
const HISTORY = 'history:postgresql';
const JUMPED_AT = 'jumped-at:ms';

interface DatabaseState {
  readonly ids: readonly { readonly name: string; readonly last: number }[];
  readonly history: string | null;
  /** A realm with events; undefined if there is none. */
  readonly realmId: number | undefined;
}

/**
 * The greatest issued ids, and the history: the timeline, which changes with a promotion and with a restore to a moment. A standby issues no
 * ids.
 */
const READ_STATE = {
  name: 'issued ids',
  text: `
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS history,
    (SELECT min(realm_id) FROM outbox_head WHERE sequence > 0) AS "realmId",
    (SELECT coalesce(json_agg(json_build_object('name', sequencename, 'last', coalesce(last_value, 0))), '[]')
     FROM pg_sequences WHERE schemaname = current_schema()) AS ids`,
};
const SET_ID = `SELECT setval(format('%I.%I', current_schema(), $1::text)::regclass, $2)`;

/**
 * Keeps PostgreSQL from issuing an id twice that it issued and lost. Redis has the greatest issued ids. After a loss the sequences
 * continue far above these.
 */
export class IssuedIds {
  constructor(
    private readonly service: ServiceName,
    private readonly pool: SqlPool,
    private readonly log: DomainEventLog,
    /** Called if a new connection leads to other data. */
    private readonly onOtherData: () => void,
  ) {}

  /** Notes the greatest ids. To be called only while PostgreSQL has every event of the log. */
  async note(): Promise<void> {
    const noted = await this.log.ends.issuedIds(this.service);
    const state = await this.read(this.pool);
    if (await this.mayLackIds(state, noted)) await this.onConnection((client) => this.jumpOn(client));
    else if (differ(state, noted)) await this.store(state);
  }

  /**
   * Compares the data of a new connection, before any statement uses it: another server, or a restored one, may lack ids. Without Redis
   * nothing is compared; then no request arrives either.
   */
  async check(connection: SqlConnection): Promise<void> {
    const reading = this.log.ends.issuedIds(this.service).catch(() => undefined);
    const noted = await Promise.race([reading, sleep(CHECK_TIMEOUT_MS, undefined, { ref: false })]);
    if (noted === undefined) return;
    const state = await this.read(connection);
    if (await this.mayLackIds(state, noted)) {
      await this.jumpOn(connection);
      this.onOtherData();
    } else if (noted[HISTORY] === undefined) await this.store(state);
  }

  /** Checks the data that the pool is connected with at the start. */
  start(): Promise<void> {
    return this.onConnection((client) => this.check(client));
  }

  /** Continues above all issued ids, after a loss that was found in the log. */
  jump(): Promise<void> {
    return this.onConnection((client) => this.jumpOn(client, true));
  }

  /** Continues above all issued ids if some may be missing. Of several processes, the first one does it. */
  private jumpOn(connection: SqlConnection, isLossKnown = false): Promise<void> {
    return inTransaction(connection, async () => {
      await connection.query('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [JUMP_LOCK]);
      const { ids, ...state } = await this.read(connection);
      const noted = await this.log.ends.issuedIds(this.service);
      const hasJumped = Date.now() - Number(noted[JUMPED_AT] ?? 0) < ONE_FAULT_MS;
      const mustJump = isLossKnown && !hasJumped;
      if (!mustJump && !(await this.mayLackIds({ ids, ...state }, noted))) return;
      const jump = JUMP + randomInt(JUMP);
      const jumped = ids.map(({ name, last }) => ({ name, last: Math.max(last, Number(noted[name] ?? 0)) + jump }));
      for (const { name, last } of jumped) await connection.query(SET_ID, [name, last]);
      // Before the commit: if that fails, the ids are below the note, and the next check jumps again.
      await this.store({ ids: jumped, ...state }, { [JUMPED_AT]: Date.now() });
    });
  }

  private async store({ ids, history }: DatabaseState, more: Readonly<Record<string, number>> = {}): Promise<void> {
    if (history === null) return;
    const lastByName = Object.fromEntries(ids.map(({ name, last }) => [name, last]));
    await this.log.ends.noteIssuedIds(this.service, { ...lastByName, [HISTORY]: history, ...more });
  }

  private async mayLackIds({ ids, history, realmId }: DatabaseState, noted: NotedIds): Promise<boolean> {
    if (history === null) return false;
    if (noted[HISTORY] !== undefined)
      return noted[HISTORY] !== history || ids.some(({ name, last }) => last < Number(noted[name] ?? 0));
    if (realmId === undefined) return false;
    // Either the former release has written the log, or Redis is empty and knows nothing.
    const [end] = await this.log.ends.of(this.service, [realmId]);
    return end?.head === 0;
  }

  private async read(connection: SqlConnection): Promise<DatabaseState> {
    const [row] = await queryRows<DatabaseState & { realmId: number | null }>(connection, READ_STATE);
    return { ids: row?.ids ?? [], history: row?.history ?? null, realmId: row?.realmId ?? undefined };
  }

  private async onConnection(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    await work(client).finally(() => client.release());
  }
}

const differ = ({ ids, history }: DatabaseState, noted: NotedIds): boolean =>
  noted[HISTORY] !== history || ids.some(({ name, last }) => noted[name] !== String(last));
