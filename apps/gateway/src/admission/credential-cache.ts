import { hash, randomBytes } from 'node:crypto';
import {
  ApiKeyChanged,
  type LoggedEvent,
  type Principal,
  type Stamped,
  serviceUnavailable,
  UserCreated,
  UserUpdated,
} from '@chat/contracts';
import { LRUCache } from 'lru-cache';

/** Cached credentials; the least recently used are evicted first. */
const MAX_CACHED_CREDENTIALS = 20_000;
/** Lookups of one request, each repeated because the user changed meanwhile. */
const MAX_ATTEMPTS = 5;

interface Lookup {
  readonly realmId: number;
  /** Changes of users of the realm since the lookup began. */
  readonly changes: { readonly userId: number; readonly sequence: number }[];
  /** Changes may have been missed. */
  isDoubtful: boolean;
}

/**
 * Caches callers by their credentials until a domain event says that the user or the key changed. Keys are not stored: an entry is
 * found by a hash with a secret of this process. Wrong credentials are not cached, so that a key works as soon as it exists.
 *
 * If the user changes during a lookup, the lookup is repeated, because its result may be older than the change.
 */
export class CredentialCache {
  private readonly secret = randomBytes(32).toString('base64');
  private readonly entries: LRUCache<string, Principal>;
  private readonly entriesOfUser = new Map<string, Set<string>>();
  private readonly lookups = new Set<Lookup>();
  /** Current lookups by entry, shared by simultaneous requests with the same credentials. */
  private readonly shared = new Map<string, Promise<Principal>>();
  private readonly lastSequence = new Map<number, number>();

  constructor(max = MAX_CACHED_CREDENTIALS) {
    this.entries = new LRUCache({ max, dispose: (principal, entry) => this.unlink(entry, principal) });
  }

  /** Key of the entry for an `Authorization` header. */
  entryFor(realmId: number, authorization: string): string {
    return hash('sha256', `${this.secret}:${realmId}:${authorization}`, 'base64');
  }

  /** The cached caller. To be read again after every wait, because an event may have removed it. */
  get(entry: string): Principal | undefined {
    return this.entries.get(entry);
  }

  /** Resolves with the caller that `verify` finds, and caches it. Rejects as `verify` does. */
  lookUp(entry: string, realmId: number, verify: () => Promise<Stamped<Principal>>): Promise<Principal> {
    const underWay = this.shared.get(entry);
    if (underWay !== undefined) return underWay;
    const lookup = this.fresh(entry, realmId, verify).finally(() => this.shared.delete(entry));
    this.shared.set(entry, lookup);
    return lookup;
  }

  /** To be called for every domain event, in order. */
  onEvent(event: LoggedEvent): void {
    if (event.service !== 'users') return;
    const last = this.lastSequence.get(event.realmId);
    this.lastSequence.set(event.realmId, event.sequence);
    // After a gap in the events, any user of the realm may have changed.
    if (last !== undefined && event.follows > last) this.forgetRealms((realmId) => realmId === event.realmId);
    if (!UserCreated.matches(event) && !UserUpdated.matches(event) && !ApiKeyChanged.matches(event)) return;
    const { userId } = event.payload;
    for (const lookup of this.lookups) {
      if (lookup.realmId === event.realmId) lookup.changes.push({ userId, sequence: event.sequence });
    }
    this.forgetUser(event.realmId, userId);
  }

  /** To be called if events of users may have been missed. */
  forgetRealms(isConcerned: (realmId: number) => boolean): void {
    for (const lookup of this.lookups) if (isConcerned(lookup.realmId)) lookup.isDoubtful = true;
    for (const [entry, { realmId }] of [...this.entries]) if (isConcerned(realmId)) this.entries.delete(entry);
  }

  get size(): number {
    return this.entries.size;
  }

  private async fresh(entry: string, realmId: number, verify: () => Promise<Stamped<Principal>>): Promise<Principal> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const lookup: Lookup = { realmId, changes: [], isDoubtful: false };
      this.lookups.add(lookup);
      try {
        const { sequence, state } = await verify();
        const isStale = lookup.changes.some((change) => change.userId === state.userId && change.sequence > sequence);
        if (isStale || lookup.isDoubtful) continue;
        this.add(entry, state);
        return state;
      } catch (error) {
        // The error does not name the user, so any change of a user may make the credentials valid.
        if (lookup.changes.length === 0 && !lookup.isDoubtful) throw error;
        if (attempt === MAX_ATTEMPTS) throw error;
      } finally {
        this.lookups.delete(lookup);
      }
    }
    throw serviceUnavailable('users');
  }

  private add(entry: string, principal: Principal): void {
    this.entries.set(entry, principal);
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    if (entries) entries.add(entry);
    else this.entriesOfUser.set(user, new Set([entry]));
  }

  private unlink(entry: string, principal: Principal): void {
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    entries?.delete(entry);
    if (entries?.size === 0) this.entriesOfUser.delete(user);
  }

  private forgetUser(realmId: number, userId: number): void {
    for (const entry of [...(this.entriesOfUser.get(userKey(realmId, userId)) ?? [])]) this.entries.delete(entry);
  }
}

const userKey = (realmId: number, userId: number): string => `${realmId}:${userId}`;
