import { type DomainEvent, type Stamped, serviceUnavailable } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ACCOUNT_EVENTS, changedAccounts } from './changed-accounts.js';
import { loadRealmAccounts } from './load-realm-accounts.js';
import type { RealmAccounts } from './realm-accounts.js';

/** Realms whose accounts are cached; the least recently used is evicted first. */
const MAX_REALMS = 100;
/** Moments kept of a realm: who read a moment ago may ask for the one before. They share almost everything. */
const MAX_MOMENTS = 4;
/** Behind by more events than this, all is read anew. */
const MAX_EVENTS_BEHIND = 5_000;
/** Events stay in the outbox for two minutes: cached moments are updated before their events are deleted. */
const REFRESH_EVERY_MS = 30_000;
/** A cached realm without a read for this long is evicted. */
const FORGOTTEN_AFTER_MS = 900_000;
const MAX_ATTEMPTS = 5;

interface CachedRealm {
  /** Ascending by sequence. */
  moments: Stamped<RealmAccounts>[];
  usedAtMs: number;
}

interface EventRow {
  readonly type: string;
  /** Null for types that change no account. */
  readonly payload: string | null;
}

/**
 * The realms' accounts, read from the database once and then kept up by the service's own events: whatever changes an account
 * or a group records an event in the same transaction, so the outbox's sequence says which moment it is, and its rows what
 * happened since another one. A change costs what changed, however large the realm is.
 */
@Injectable()
export class RealmAccountsReader implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly realms = new Map<number, CachedRealm>();
  /** What is being made now, by realm and sequence: who asks for the same waits for it. */
  private readonly underway = new Map<string, Promise<RealmAccounts | undefined>>();
  private timer: NodeJS.Timeout | undefined;
  private refreshing: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.refreshing = this.refreshAll();
    }, REFRESH_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.refreshing;
  }

  /** As they are now. */
  async latest(realmId: number): Promise<Stamped<RealmAccounts>> {
    const { sequence, accounts } = await this.with(realmId, async () => ({ sequence: await this.headOf(realmId) }));
    return { sequence, state: accounts };
  }

  /** The accounts of the same moment as what `read` read, which says by its `sequence` when that was. It may be run again. */
  async with<Read extends { readonly sequence: number }>(
    realmId: number,
    read: () => Promise<Read>,
  ): Promise<Read & { readonly accounts: RealmAccounts }> {
    for (let attempt = 1; ; attempt++) {
      const own = await read();
      const accounts = await this.at(realmId, own.sequence);
      if (accounts !== undefined) return { ...own, accounts };
      // Accounts change faster than they are read, as while a population is made.
      if (attempt === MAX_ATTEMPTS) throw serviceUnavailable('users');
      await this.load(realmId, own.sequence);
    }
  }

  /** Undefined when that moment cannot be made from a cached one. */
  private at(realmId: number, sequence: number): Promise<RealmAccounts | undefined> | RealmAccounts | undefined {
    const cached = this.realms.get(realmId);
    if (cached === undefined) return undefined;
    cached.usedAtMs = performance.now();
    const before = cached.moments.findLast((moment) => moment.sequence <= sequence);
    if (before === undefined || before.sequence === sequence) return before?.state;
    return this.once(`${realmId} ${sequence}`, () => this.changed(realmId, before, sequence));
  }

  private async changed(
    realmId: number,
    before: Stamped<RealmAccounts>,
    sequence: number,
  ): Promise<RealmAccounts | undefined> {
    const count = sequence - before.sequence;
    if (count > MAX_EVENTS_BEHIND) return undefined;
    const rows = await this.database.query<EventRow>(
      `SELECT type, CASE WHEN type = ANY ($4) THEN payload END AS payload FROM outbox
       WHERE realm_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence`,
      [realmId, before.sequence, sequence, ACCOUNT_EVENTS],
    );
    // The oldest are not there any more.
    if (rows.length < count) return undefined;
    const events = rows.flatMap(({ type, payload }): DomainEvent[] =>
      payload === null ? [] : [{ type, payload: JSON.parse(payload) }],
    );
    const state = events.length === 0 ? before.state : changedAccounts(before.state, events);
    this.cache(realmId, { sequence, state });
    return state;
  }

  /** Reads everything, unless somebody else has meanwhile read what is as new as `sequence`. */
  private async load(realmId: number, sequence: number): Promise<void> {
    const isThere = this.realms.get(realmId)?.moments.some((moment) => moment.sequence > sequence) ?? false;
    if (isThere) return;
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

  private cache(realmId: number, moment: Stamped<RealmAccounts>): void {
    const cached = this.realms.get(realmId) ?? { moments: [], usedAtMs: performance.now() };
    const others = cached.moments.filter(({ sequence }) => sequence !== moment.sequence);
    cached.moments = [...others, moment].sort((a, b) => a.sequence - b.sequence).slice(-MAX_MOMENTS);
    this.realms.set(realmId, cached);
    if (this.realms.size <= MAX_REALMS) return;
    const [oldest] = [...this.realms].sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    if (oldest !== undefined) this.realms.delete(oldest[0]);
  }

  private async refreshAll(): Promise<void> {
    for (const [realmId, { usedAtMs }] of this.realms) {
      try {
        if (performance.now() - usedAtMs > FORGOTTEN_AFTER_MS) this.realms.delete(realmId);
        else await this.refresh(realmId, usedAtMs);
      } catch {
        // Whoever asks next reads what is needed, or is told why it cannot be read.
      }
    }
  }

  private async refresh(realmId: number, usedAtMs: number): Promise<void> {
    await this.at(realmId, await this.headOf(realmId));
    const cached = this.realms.get(realmId);
    if (cached !== undefined) cached.usedAtMs = Math.min(cached.usedAtMs, usedAtMs);
  }

  private async headOf(realmId: number): Promise<number> {
    const [head] = await this.database.query<{ sequence: number }>(
      'SELECT sequence FROM outbox_head WHERE realm_id = $1',
      [realmId],
    );
    return head?.sequence ?? 0;
  }
}
