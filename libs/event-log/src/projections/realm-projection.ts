import type { LoggedEvent, ServiceName, Stamped } from '@chat/contracts';
import { LRUCache } from 'lru-cache';
import type { LogReader } from '../log/log-reader.js';

export interface RealmProjectionOptions<State> {
  /** The service whose events change the state. */
  readonly service: ServiceName;
  /** Asks the owner for a realm's state as of now. */
  readonly load: (realmId: number) => Promise<Stamped<State>>;
  /** Changes `state` by one later event; must not wait. If it throws, the realm is loaded anew. */
  readonly apply: (state: State, event: LoggedEvent) => void;
  /** Realms kept at once; the one that was used least recently goes first. */
  readonly maxRealms?: number;
}

interface LoadedRealm<State> {
  sequence: number;
  readonly state: State;
}

/** A realm that is being loaded keeps what happens meanwhile. */
interface LoadingRealm<State> {
  readonly loading: Promise<LoadedRealm<State>>;
  readonly later: LoggedEvent[];
}

const MAX_REALMS = 200;
const MAX_LOAD_ATTEMPTS = 5;

/**
 * A read-only copy of what another service owns, per realm: loaded on first use by a request to the owner, kept up by the
 * log, loaded anew on a gap. A handler that runs behind `waitUntilApplied(asOf)` therefore reads everything that anybody
 * was told before the request came in.
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
  }

  /** The realm's state. Read it at once; after an `await` it may be another. */
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
    const later: LoggedEvent[] = [];
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

  private async load(realmId: number, later: LoggedEvent[]): Promise<LoadedRealm<State>> {
    for (let attempt = 1; attempt <= MAX_LOAD_ATTEMPTS; attempt++) {
      const { sequence, state } = await this.options.load(realmId);
      const realm: LoadedRealm<State> = { sequence, state };
      if (later.every((event) => this.applyNext(realm, event))) return realm;
      later.length = 0;
    }
    throw new Error(`Events of ${this.options.service} have gaps; realm ${realmId} cannot be followed.`);
  }

  private onEvent(event: LoggedEvent): void {
    if (event.service !== this.options.service) return;
    this.loading.get(event.realmId)?.later.push(event);
    const realm = this.loaded.peek(event.realmId);
    if (realm && !this.applyNext(realm, event)) this.loaded.delete(event.realmId);
  }

  /** False on a gap. */
  private applyNext(realm: LoadedRealm<State>, event: LoggedEvent): boolean {
    if (event.sequence <= realm.sequence) return true;
    if (event.follows > realm.sequence) return false;
    try {
      this.options.apply(realm.state, event);
    } catch {
      // The state may be half changed: as good as a gap.
      return false;
    }
    realm.sequence = event.sequence;
    return true;
  }
}
