import {
  ApiKeyChanged,
  type LoggedEvent,
  type Principal,
  RealmUpdated,
  SecondFactorChanged,
  SessionsEnded,
  type Stamped,
  serviceUnavailable,
  UserCreated,
  UserUpdated,
} from '@chat/contracts';
import { CachedCallers } from './cached-callers.js';

/** Cached credentials. */
const MAX_CACHED_CREDENTIALS = 20_000;
/** Lookups of one request, each repeated because the user changed meanwhile. */
const MAX_ATTEMPTS = 5;

/** Result of a verification. Without a time it is usable until an event says otherwise. */
export type Verified = Stamped<Principal> & { readonly usableForMs?: number };

interface Lookup {
  readonly realmId: number;
  /** Changes of users of the realm since the lookup began. */
  readonly changes: { readonly userId: number; readonly sequence: number }[];
  /** Changes may have been missed. */
  isDoubtful: boolean;
}

/**
 * Caches callers by their credentials until a domain event says that the user, the key or a session changed. Wrong credentials are not
 * cached, so that a key works as soon as it exists.
 *
 * If the user changes during a lookup, the lookup is repeated, because its result may be older than the change.
 */
export class CredentialCache extends CachedCallers {
  private readonly lookups = new Set<Lookup>();
  /** Current lookups by entry, shared by simultaneous requests with the same credentials. */
  private readonly shared = new Map<string, Promise<Principal>>();
  private readonly lastSequence = new Map<number, number>();

  constructor(max = MAX_CACHED_CREDENTIALS) {
    super(max);
  }

  /** Resolves with the caller that `verify` finds, and caches it. Rejects as `verify` does. */
  lookUp(entry: string, realmId: number, verify: () => Promise<Verified>): Promise<Principal> {
    const underWay = this.shared.get(entry);
    if (underWay !== undefined) return underWay;
    const lookup = this.fresh(entry, realmId, verify).finally(() => this.shared.delete(entry));
    this.shared.set(entry, lookup);
    return lookup;
  }

  /** To be called for every domain event, in order. */
  onEvent(event: LoggedEvent): void {
    // Another policy concerns every session of the realm.
    if (RealmUpdated.matches(event) && event.payload.previous.secondFactorPolicy !== undefined) {
      this.forgetRealms((realmId) => realmId === event.realmId);
    }
    if (event.service !== 'users') return;
    const last = this.lastSequence.get(event.realmId);
    this.lastSequence.set(event.realmId, event.sequence);
    // After a gap in the events, any user of the realm may have changed.
    if (last !== undefined && event.follows > last) this.forgetRealms((realmId) => realmId === event.realmId);
    const userId = affectedUser(event);
    if (userId === undefined) return;
    for (const lookup of this.lookups) {
      if (lookup.realmId === event.realmId) lookup.changes.push({ userId, sequence: event.sequence });
    }
    this.removeUser(event.realmId, userId);
  }

  /** To be called if events of users may have been missed. */
  forgetRealms(isConcerned: (realmId: number) => boolean): void {
    for (const lookup of this.lookups) if (isConcerned(lookup.realmId)) lookup.isDoubtful = true;
    this.removeRealms(isConcerned);
  }

  private async fresh(entry: string, realmId: number, verify: () => Promise<Verified>): Promise<Principal> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const lookup: Lookup = { realmId, changes: [], isDoubtful: false };
      this.lookups.add(lookup);
      try {
        const beganAtMs = performance.now();
        const { sequence, state, usableForMs = Number.POSITIVE_INFINITY } = await verify();
        const isStale = lookup.changes.some((change) => change.userId === state.userId && change.sequence > sequence);
        if (isStale || lookup.isDoubtful) continue;
        this.add(entry, { principal: state, usableUntilMs: beganAtMs + usableForMs });
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
}

/** The user with changed credentials, or a changed account. */
function affectedUser(event: LoggedEvent): number | undefined {
  const isAffecting =
    UserCreated.matches(event) ||
    UserUpdated.matches(event) ||
    ApiKeyChanged.matches(event) ||
    SessionsEnded.matches(event) ||
    SecondFactorChanged.matches(event);
  return isAffecting ? event.payload.userId : undefined;
}
