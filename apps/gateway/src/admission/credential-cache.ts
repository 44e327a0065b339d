import { hash, randomBytes } from 'node:crypto';
import {
  ApiKeyChanged,
  type LoggedEvent,
  type Principal,
  type Stamped,
  UserCreated,
  UserUpdated,
} from '@chat/contracts';
import { LRUCache } from 'lru-cache';
import { CredentialLookups } from './credential-lookups.js';

/** Cached credentials; the least recently used are evicted first. */
const MAX_CACHED_CREDENTIALS = 20_000;

/**
 * Caches callers by their credentials until a domain event says that the user or the key changed. Keys are not stored: an entry is
 * found by a hash with a secret of this process. Wrong credentials are not cached, so that a key works as soon as it exists.
 */
export class CredentialCache {
  private readonly secret = randomBytes(32).toString('base64');
  private readonly entries: LRUCache<string, Principal>;
  private readonly entriesOfUser = new Map<string, Set<string>>();
  private readonly lookups = new CredentialLookups((entry, principal) => this.add(entry, principal));
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
    return this.lookups.lookUp(entry, realmId, verify);
  }

  /** To be called for every domain event, in order. */
  onEvent(event: LoggedEvent): void {
    if (event.service !== 'users') return;
    const last = this.lastSequence.get(event.realmId);
    this.lastSequence.set(event.realmId, event.sequence);
    // After a gap in the events, any user of the realm may have changed.
    if (last !== undefined && event.follows > last) this.forgetRealm(event.realmId);
    if (!UserCreated.matches(event) && !UserUpdated.matches(event) && !ApiKeyChanged.matches(event)) return;
    const { userId } = event.payload;
    this.lookups.onChange(event.realmId, userId, event.sequence);
    this.forgetUser(event.realmId, userId);
  }

  get size(): number {
    return this.entries.size;
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

  private forgetRealm(realmId: number): void {
    this.lookups.onGap(realmId);
    for (const [entry, principal] of [...this.entries]) if (principal.realmId === realmId) this.entries.delete(entry);
  }
}

const userKey = (realmId: number, userId: number): string => `${realmId}:${userId}`;
