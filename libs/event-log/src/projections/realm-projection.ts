import type { LoggedEvent, ServiceName, Stamped } from '@chat/contracts';
import { LRUCache } from 'lru-cache';
import type { LogReader } from '../log/log-reader.js';

interface RealmProjectionOptions<State> {
  /** The owner of the state. */
  readonly service: ServiceName;
  /** Requests the current state of a realm from the owner. */
  readonly load: (realmId: number) => Promise<Stamped<State>>;
  /**
   * Applies one later event to `state` and returns undefined, or returns the state that replaces it. Must not wait. If it throws, the
   * realm is loaded again.
   */
  readonly apply: (state: State, event: LoggedEvent) => State | undefined;
  /** Realms in memory, at most. The least recently used one is removed. */
  readonly maxRealms?: number;
}

interface LoadedRealm<State> {
  sequence: number;
  state: State;
}

interface LoadingRealm<State> {
  readonly loading: Promise<LoadedRealm<State>>;
  /** Events that came while the realm is loaded; `lost` if some may be missing. */
  readonly later: (LoggedEvent | 'lost')[];
}

const MAX_REALMS = 200;
const MAX_LOAD_ATTEMPTS = 5;

/**
 * A read-only copy of state that another service owns, by realm. It is loaded by a request at the first use and updated by the log. After
 * a gap, or if the log begins anew, it is loaded again. Guarantee: after `LogReader.waitUntilApplied(asOf)`, it contains every change up
 * to `asOf`. If a load fails, `get` rejects and the next `get` loads again.
 */
export class RealmProjection<State> {
  private readonly loaded: LRUCache<number, LoadedRealm<State>>;
  private readonly loading = new Map<number, LoadingRealm<State>>();

  constructor(
    reader: LogReader,
    private readonly options: RealmProjectionOptions<State>,
  ) {
    this.loaded = new LRUCache({ max: options.maxRealms ?? MAX_REALMS });
    reader.onEvent((event) => this.onEvent(event));
    reader.onDiscard(options.service, (isConcerned) => this.discard(isConcerned));
  }

  /** The state of the realm. Read it at once: it may change after an `await`. */
  async get(realmId: number): Promise<State> {
    const realm = this.loaded.get(realmId);
    if (realm) return realm.state;
    return (await (this.loading.get(realmId)?.loading ?? this.startLoading(realmId))).state;
  }

  /** The state if it is in memory. */
  peek(realmId: number): State | undefined {
    return this.loaded.peek(realmId)?.state;
  }

  private startLoading(realmId: number): Promise<LoadedRealm<State>> {
    const later: LoadingRealm<State>['later'] = [];
    const loading = this.load(realmId, later);
    this.loading.set(realmId, { loading, later });
    loading.then(
      (realm) => {
        this.loading.delete(realmId);
        this.loaded.set(realmId, realm);
      },
      () => this.loading.delete(realmId),
    );
    return loading;
  }

  private async load(realmId: number, later: LoadingRealm<State>['later']): Promise<LoadedRealm<State>> {
    for (let attempt = 1; attempt <= MAX_LOAD_ATTEMPTS; attempt++) {
      const { sequence, state } = await this.options.load(realmId);
      const realm: LoadedRealm<State> = { sequence, state };
      if (later.every((event) => this.applyNext(realm, event))) return realm;
      later.length = 0;
    }
    throw new Error(`Events of ${this.options.service} have gaps; the state of realm ${realmId} cannot be loaded.`);
  }

  private onEvent(event: LoggedEvent): void {
    if (event.service !== this.options.service) return;
    this.loading.get(event.realmId)?.later.push(event);
    const realm = this.loaded.peek(event.realmId);
    if (realm && !this.applyNext(realm, event)) this.loaded.delete(event.realmId);
  }

  private discard(isConcerned: (realmId: number) => boolean): void {
    for (const realmId of [...this.loaded.keys()]) if (isConcerned(realmId)) this.loaded.delete(realmId);
    for (const [realmId, { later }] of this.loading) if (isConcerned(realmId)) later.push('lost');
  }

  /** Returns false after a gap. */
  private applyNext(realm: LoadedRealm<State>, event: LoggedEvent | 'lost'): boolean {
    if (event === 'lost') return false;
    if (event.sequence <= realm.sequence) return true;
    if (event.follows > realm.sequence) return false;
    try {
      realm.state = this.options.apply(realm.state, event) ?? realm.state;
    } catch {
      // The state may be half changed, so it is loaded again as after a gap.
      return false;
    }
    realm.sequence = event.sequence;
    return true;
  }
}
