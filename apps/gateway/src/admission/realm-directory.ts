import { type LoggedEvent, RealmUpdated, type ResolvedRealm } from '@chat/contracts';
import { LRUCache } from 'lru-cache';

/** An answer is asked for anew, in the background, when it is older than this. */
const FRESH_MS = 1_000;
/** While the owner cannot answer, the last answer is good for this long. */
const USABLE_MS = 300_000;
/** Host names are the client's choice, so what is remembered of them has a bound. The one learned least recently is evicted first. */
const MAX_HOSTS = 1_000;
const MAX_HOST_LENGTH = 253;

/** One for each host; whoever holds it sees what is told of it later. */
type KnownRealm = { -readonly [Field in keyof ResolvedRealm]: ResolvedRealm[Field] };

interface Known {
  readonly realm: KnownRealm;
  readonly sinceMs: number;
  isRefreshing: boolean;
}

/**
 * Which realm a `Host` header stands for, as the realm-settings service says; remembered, since it is needed by every request.
 * Whether the realm is deactivated is true to the log: it counts for the next request, as every change of credentials does.
 */
export class RealmDirectory {
  private readonly known = new LRUCache<string, Known>({ max: MAX_HOSTS });
  private readonly asking = new Map<string, Promise<ResolvedRealm>>();
  /** By realm: what the log told while an answer was on its way, which may be older. */
  private readonly told = new Map<number, boolean>();

  constructor(
    private readonly ask: (host: string) => Promise<ResolvedRealm>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** To be told every domain event, in order. */
  onEvent(event: LoggedEvent): void {
    if (!RealmUpdated.matches(event)) return;
    const { isDeactivated } = event.payload.realm;
    for (const { realm } of this.known.values())
      if (realm.realmId === event.realmId) realm.isDeactivated = isDeactivated;
    if (this.asking.size > 0) this.told.set(event.realmId, isDeactivated);
  }

  /** At once when the host is known. Rejects when it is not and the owner cannot answer. */
  realmOf(hostHeader: string | undefined): ResolvedRealm | Promise<ResolvedRealm> {
    const host = hostName(hostHeader);
    const known = this.known.peek(host);
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.nowMs() - known.sinceMs;
    if (known === undefined || ageMs > USABLE_MS) return this.asking.get(host) ?? this.learn(host);
    if (ageMs > FRESH_MS && !known.isRefreshing) {
      known.isRefreshing = true;
      // Failing is no harm: the answer that we have stays in use, and the next request tries again.
      this.learn(host).catch(() => {
        known.isRefreshing = false;
      });
    }
    return known.realm;
  }

  private learn(host: string): Promise<ResolvedRealm> {
    const asked = this.ask(host)
      .then((answer) => {
        const isDeactivated = this.told.get(answer.realmId) ?? answer.isDeactivated;
        const realm = { ...answer, isDeactivated };
        this.known.set(host, { realm, sinceMs: this.nowMs(), isRefreshing: false });
        return realm;
      })
      .finally(() => {
        this.asking.delete(host);
        if (this.asking.size === 0) this.told.clear();
      });
    this.asking.set(host, asked);
    return asked;
  }
}

/** Lower case, without the port; empty for what cannot be a host name. */
export function hostName(header: string | undefined): string {
  const host = (header ?? '').toLowerCase().replace(/:\d*$/, '');
  return host.length <= MAX_HOST_LENGTH && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(host) ? host : '';
}
