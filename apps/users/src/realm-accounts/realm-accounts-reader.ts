import { type DomainEvent, type Stamped, serviceUnavailable } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { RepeatedJobs } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ACCOUNT_EVENTS, changedAccounts } from './changed-accounts.js';
import { loadRealmAccounts, type RealmAccounts } from './realm-accounts.js';

/** Realms with cached accounts; the least recently used is evicted first. */
const MAX_REALMS = 100;
/** Cached moments of a realm: a slow reader may need an earlier moment. They share almost everything. */
const MAX_MOMENTS = 4;
/** Beyond this number of missing events all accounts are read from the database. */
const MAX_EVENTS_BEHIND = 5_000;
/** A repeated job may wait a fifth longer. The sum stays below the two minutes that events stay in the outbox. */
const REFRESH_EVERY_MS = 30_000;
/** A cached realm without a read for this long is evicted. */
const EVICT_AFTER_MS = 900_000;
const MAX_ATTEMPTS = 5;

interface CachedRealm {
  /** Ascending by sequence. */
  moments: Stamped<RealmAccounts>[];
}

interface EventRow {
  readonly type: string;
  /** Null for types that change no account. */
  readonly payload: string | null;
}

/**
 * Caches the accounts of realms. Every change of an account or group records an event in its transaction. So the sequence of the
 * outbox identifies a moment, and the rows of the outbox lead from one moment to a later one. The cost of a change does not depend
 * on the size of the realm.
 */
@Injectable()
export class RealmAccountsReader implements OnApplicationBootstrap {
  private readonly realms = new LRUCache<number, CachedRealm>({
    max: MAX_REALMS,
    ttl: EVICT_AFTER_MS,
    updateAgeOnGet: true,
  });
  /** Reads in progress by realm and sequence, shared by simultaneous callers. */
  private readonly underway = new Map<string, Promise<RealmAccounts | undefined>>();

  constructor(
    private readonly database: Database,
    reader: LogReader,
    private readonly jobs: RepeatedJobs,
  ) {
    // If PostgreSQL lost commits, a sequence may mean another moment.
    reader.onDiscard('users', () => this.realms.clear());
  }

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'refresh of accounts', everyMs: REFRESH_EVERY_MS, run: () => this.refreshAll() });
  }

  async latest(realmId: number): Promise<Stamped<RealmAccounts>> {
    const { sequence, accounts } = await this.with(realmId, async () => ({ sequence: await this.headOf(realmId) }));
    return { sequence, state: accounts };
  }

  /** Adds the accounts of the moment that `read` returns as `sequence`. May call `read` several times. */
  async with<Read extends { readonly sequence: number }>(
    realmId: number,
    read: () => Promise<Read>,
  ): Promise<Read & { readonly accounts: RealmAccounts }> {
    for (let attempt = 1; ; attempt++) {
      const own = await read();
      const accounts = await this.at(realmId, own.sequence, this.realms.get(realmId));
      if (accounts !== undefined) return { ...own, accounts };
      // Accounts change faster than they are read, for example while an operator creates many.
      if (attempt === MAX_ATTEMPTS) throw serviceUnavailable('users');
      await this.load(realmId, own.sequence);
    }
  }

  /** Returns undefined if no cached moment leads to this one. */
  private at(realmId: number, sequence: number, cached: CachedRealm | undefined) {
    const before = cached?.moments.findLast((moment) => moment.sequence <= sequence);
    if (before === undefined || before.sequence === sequence) return before?.state;
    return this.once(`${realmId} ${sequence}`, () => this.changed(realmId, before, sequence));
  }

  private async changed(realmId: number, before: Stamped<RealmAccounts>, sequence: number) {
    const count = sequence - before.sequence;
    if (count > MAX_EVENTS_BEHIND) return undefined;
    const rows = await this.database.query<EventRow>(
      `SELECT type, CASE WHEN type = ANY ($4) THEN payload END AS payload FROM outbox
       WHERE realm_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence`,
      [realmId, before.sequence, sequence, ACCOUNT_EVENTS],
    );
    // The outbox has deleted the oldest events.
    if (rows.length < count) return undefined;
    const events = rows.flatMap(({ type, payload }): DomainEvent[] =>
      payload === null ? [] : [{ type, payload: JSON.parse(payload) }],
    );
    const state = events.length === 0 ? before.state : changedAccounts(before.state, events);
    this.cache(realmId, { sequence, state });
    return state;
  }

  /** Reads all accounts, unless another call has cached a moment after `sequence`. */
  private async load(realmId: number, sequence: number): Promise<void> {
    if (this.realms.peek(realmId)?.moments.some((moment) => moment.sequence > sequence)) return;
    await this.once(`${realmId} all`, async () => {
      const loaded = await this.database.snapshot(realmId, (tx) => loadRealmAccounts(tx, realmId));
      this.cache(realmId, loaded);
      return loaded.state;
    });
  }

  private once(name: string, make: () => Promise<RealmAccounts | undefined>): Promise<RealmAccounts | undefined> {
    const underway = this.underway.get(name);
    if (underway !== undefined) return underway;
    const making = make().finally(() => this.underway.delete(name));
    this.underway.set(name, making);
    return making;
  }

  /** Changes the entry in place: neither its age nor its rank in the cache changes, since refreshing is no use. */
  private cache(realmId: number, moment: Stamped<RealmAccounts>): void {
    const cached = this.realms.peek(realmId) ?? { moments: [] };
    const others = cached.moments.filter(({ sequence }) => sequence !== moment.sequence);
    cached.moments = [...others, moment].sort((a, b) => a.sequence - b.sequence).slice(-MAX_MOMENTS);
    if (!this.realms.has(realmId)) this.realms.set(realmId, cached);
  }

  private async refreshAll(): Promise<void> {
    this.realms.purgeStale();
    for (const [realmId, cached] of [...this.realms.entries()]) {
      try {
        await this.at(realmId, await this.headOf(realmId), cached);
      } catch {
        // The next reader reads the accounts or receives the error.
      }
    }
  }

  private async headOf(realmId: number): Promise<number> {
    const [head] = await this.database.query<{ sequence: number }>(
      'SELECT sequence FROM outbox_head WHERE realm_id = $1',
      [realmId],
    );
    return head?.sequence ?? 0;
  }
}
