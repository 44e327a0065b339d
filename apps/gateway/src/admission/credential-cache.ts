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

/** Credentials remembered at once; the ones used least recently are evicted first. */
const MAX_REMEMBERED_CREDENTIALS = 20_000;
/** Lookups begun anew because the user changed meanwhile, before the request is given up. */
const MAX_ATTEMPTS = 5;

interface Lookup {
  readonly realmId: number;
  /** Changes of users of the realm since the lookup began. */
  readonly changes: { readonly userId: number; readonly sequence: number }[];
  /** Changes may have been missed. */
  isDoubtful: boolean;
}

/**
 * Whose credentials were found right, until a domain event says that the user or the key changed. Keys themselves are not
 * kept: an entry is found by a hash with a secret of this process. Wrong credentials are not remembered, so that a key works
 * as soon as it exists.
 *
 * A lookup that was under way when its user changed is done again: its answer may be older than the change, and putting it
 * here would bring the old state back.
 */
export class CredentialCache {
  private readonly secret = randomBytes(32).toString('base64');
  private readonly entries: LRUCache<string, Principal>;
  private readonly entriesOfUser = new Map<string, Set<string>>();
  private readonly lookups = new Set<Lookup>();
  /** Lookups by entry, so that many requests with new credentials ask once. */
  private readonly shared = new Map<string, Promise<Principal>>();
  private readonly lastSequence = new Map<number, number>();

  constructor(max = MAX_REMEMBERED_CREDENTIALS) {
    this.entries = new LRUCache({ max, dispose: (principal, entry) => this.unlink(entry, principal) });
  }

  /** Names an entry by the header that the credentials came in. */
  entryFor(realmId: number, authorization: string): string {
    return hash('sha256', `${this.secret}:${realmId}:${authorization}`, 'base64');
  }

  /** The caller, if remembered. Read again after every wait: a change may have come meanwhile. */
  get(entry: string): Principal | undefined {
    return this.entries.get(entry);
  }

  /** Looks credentials up and remembers whose they are. Rejects as `verify` does. */
  lookUp(entry: string, realmId: number, verify: () => Promise<Stamped<Principal>>): Promise<Principal> {
    const underWay = this.shared.get(entry);
    if (underWay !== undefined) return underWay;
    const lookup = this.fresh(entry, realmId, verify).finally(() => this.shared.delete(entry));
    this.shared.set(entry, lookup);
    return lookup;
  }

  /** To be told every fact, in order. */
  onEvent(event: LoggedEvent): void {
    if (event.service !== 'users') return;
    const last = this.lastSequence.get(event.realmId);
    this.lastSequence.set(event.realmId, event.sequence);
    // After a gap it is unknown who changed.
    if (last !== undefined && event.follows > last) this.forgetRealm(event.realmId);
    if (!UserCreated.matches(event) && !UserUpdated.matches(event) && !ApiKeyChanged.matches(event)) return;
    const { userId } = event.payload;
    for (const lookup of this.lookups) {
      if (lookup.realmId === event.realmId) lookup.changes.push({ userId, sequence: event.sequence });
    }
    this.forgetUser(event.realmId, userId);
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
        this.remember(entry, state);
        return state;
      } catch (error) {
        // A refusal does not say whose key it was, so any change of a user may be the one that makes it right.
        if (lookup.changes.length === 0 && !lookup.isDoubtful) throw error;
        if (attempt === MAX_ATTEMPTS) throw error;
      } finally {
        this.lookups.delete(lookup);
      }
    }
    throw serviceUnavailable('users');
  }

  private remember(entry: string, principal: Principal): void {
    this.entries.set(entry, principal);
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    if (entries) entries.add(entry);
    else this.entriesOfUser.set(user, new Set([entry]));
  }

  /** For an entry that is no longer remembered. */
  private unlink(entry: string, principal: Principal): void {
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    entries?.delete(entry);
    if (entries?.size === 0) this.entriesOfUser.delete(user);
  }

  private forgetUser(realmId: number, userId: number): void {
    for (const entry of [...(this.entriesOfUser.get(userKey(realmId, userId)) ?? [])]) this.entries.delete(entry);
  }

  private forgetRealm(realmId: number): void {
    for (const lookup of this.lookups) if (lookup.realmId === realmId) lookup.isDoubtful = true;
    for (const [entry, principal] of [...this.entries]) if (principal.realmId === realmId) this.entries.delete(entry);
  }
}

const userKey = (realmId: number, userId: number): string => `${realmId}:${userId}`;
