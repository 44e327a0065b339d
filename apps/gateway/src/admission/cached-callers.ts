import { hash, randomBytes } from 'node:crypto';
import type { Principal } from '@chat/contracts';
import { LRUCache } from 'lru-cache';
import type { CredentialScheme } from '../http/endpoints.js';

interface CachedCaller {
  readonly principal: Principal;
  /** By `performance.now()`. */
  readonly usableUntilMs: number;
}

/**
 * Callers by their credentials. Keys and tokens are not stored: an entry is found by a hash with a secret of this process. Beyond the
 * maximum the least recently used entries are evicted.
 */
export class CachedCallers {
  private readonly secret = randomBytes(32).toString('base64');
  private readonly entries: LRUCache<string, CachedCaller>;
  private readonly entriesOfUser = new Map<string, Set<string>>();

  constructor(max: number) {
    this.entries = new LRUCache({ max, dispose: ({ principal }, entry) => this.unlink(entry, principal) });
  }

  get size(): number {
    return this.entries.size;
  }

  /** Key of the entry for credentials as they were sent. */
  entryFor(realmId: number, scheme: CredentialScheme, credentials: string): string {
    return hash('sha256', `${this.secret}:${scheme}:${realmId}:${credentials}`, 'base64');
  }

  /** The cached caller. To be read again after every wait, because an event may have removed it. */
  get(entry: string): Principal | undefined {
    const cached = this.entries.get(entry);
    return cached !== undefined && cached.usableUntilMs > performance.now() ? cached.principal : undefined;
  }

  protected add(entry: string, cached: CachedCaller): void {
    const { principal } = cached;
    this.entries.set(entry, cached);
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    if (entries) entries.add(entry);
    else this.entriesOfUser.set(user, new Set([entry]));
  }

  protected removeUser(realmId: number, userId: number): void {
    for (const entry of [...(this.entriesOfUser.get(userKey(realmId, userId)) ?? [])]) this.entries.delete(entry);
  }

  protected removeRealms(isConcerned: (realmId: number) => boolean): void {
    for (const [entry, { principal }] of [...this.entries])
      if (isConcerned(principal.realmId)) this.entries.delete(entry);
  }

  private unlink(entry: string, principal: Principal): void {
    const user = userKey(principal.realmId, principal.userId);
    const entries = this.entriesOfUser.get(user);
    entries?.delete(entry);
    if (entries?.size === 0) this.entriesOfUser.delete(user);
  }
}

const userKey = (realmId: number, userId: number): string => `${realmId}:${userId}`;
