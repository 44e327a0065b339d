import { type LoggedEvent, RealmCreated, RealmUpdated, type ResolvedRealm } from '@chat/contracts';
import { LRUCache } from 'lru-cache';

/** An older entry is refreshed in the background. */
const FRESH_MS = 1_000;
/** While realm-settings does not reply, an entry stays in use for this long. */
const USABLE_MS = 300_000;
/** Clients choose host names, so the number of entries is bounded. */
const MAX_HOSTS = 1_000;
const MAX_HOST_LENGTH = 253;

interface Entry {
  /** Requests hold this object while they wait, and must see a deactivation meanwhile. */
  readonly realm: { -readonly [Field in keyof ResolvedRealm]: ResolvedRealm[Field] };
  readonly sinceMs: number;
  isRefreshing: boolean;
}

/**
 * Finds the realm of a `Host` header by a request to realm-settings, and caches it. `isDeactivated` follows the event log, so a change
 * holds for the next request.
 */
export class RealmsByHost {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_HOSTS });
  private readonly lookups = new Map<string, Promise<ResolvedRealm>>();
  /** `isDeactivated` by realm, of events during the current lookups: a reply may be older. */
  private readonly changes = new Map<number, boolean>();
  /** Number of calls of `forgetRealms`: a reply to an earlier lookup is not cached. */
  private forgotten = 0;

  constructor(
    private readonly resolve: (host: string) => Promise<ResolvedRealm>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** To be called for every domain event, in order. */
  onEvent(event: LoggedEvent): void {
    // The host of a new realm led to the default realm so far.
    if (RealmCreated.matches(event)) this.forgetRealms(() => true);
    if (!RealmUpdated.matches(event)) return;
    const { isDeactivated } = event.payload.realm;
    for (const { realm } of this.entries.values())
      if (realm.realmId === event.realmId) realm.isDeactivated = isDeactivated;
    if (this.lookups.size > 0) this.changes.set(event.realmId, isDeactivated);
  }

  /** To be called if events of realm-settings may have been missed, or if hosts may have other realms. */
  forgetRealms(isConcerned: (realmId: number) => boolean): void {
    this.forgotten++;
    for (const [host, { realm }] of [...this.entries]) if (isConcerned(realm.realmId)) this.entries.delete(host);
  }

  /** Returns a cached realm at once. Rejects for an unknown host while realm-settings does not reply. */
  realmOf(hostHeader: string | undefined): ResolvedRealm | Promise<ResolvedRealm> {
    const host = hostName(hostHeader);
    const entry = this.entries.peek(host);
    const ageMs = entry === undefined ? Number.POSITIVE_INFINITY : this.nowMs() - entry.sinceMs;
    if (entry === undefined || ageMs > USABLE_MS) return this.lookups.get(host) ?? this.lookUp(host);
    if (ageMs > FRESH_MS && !entry.isRefreshing) {
      entry.isRefreshing = true;
      // After a failure the entry stays in use, and the next request tries again.
      this.lookUp(host).catch(() => {
        entry.isRefreshing = false;
      });
    }
    return entry.realm;
  }

  private lookUp(host: string): Promise<ResolvedRealm> {
    const { forgotten } = this;
    const lookup = this.resolve(host)
      .then((resolved) => {
        const isDeactivated = this.changes.get(resolved.realmId) ?? resolved.isDeactivated;
        const realm = { ...resolved, isDeactivated };
        if (forgotten === this.forgotten) this.entries.set(host, { realm, sinceMs: this.nowMs(), isRefreshing: false });
        return realm;
      })
      .finally(() => {
        this.lookups.delete(host);
        if (this.lookups.size === 0) this.changes.clear();
      });
    this.lookups.set(host, lookup);
    return lookup;
  }
}

/** The host in lower case, without port; empty for an impossible host name. */
export function hostName(header: string | undefined): string {
  const host = (header ?? '').toLowerCase().replace(/:\d*$/, '');
  return host.length <= MAX_HOST_LENGTH && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(host) ? host : '';
}
