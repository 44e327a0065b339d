import { type Principal, type Stamped, serviceUnavailable } from '@chat/contracts';

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
 * Looks callers up by their credentials. If the user changes during a lookup, the lookup is repeated, because its result may be older
 * than the change.
 */
export class CredentialLookups {
  private readonly current = new Set<Lookup>();
  /** By entry, shared by simultaneous requests with the same credentials. */
  private readonly shared = new Map<string, Promise<Principal>>();

  /** `onFound` is called in the same turn in which the result is known to be no older than any change so far. */
  constructor(private readonly onFound: (entry: string, principal: Principal) => void) {}

  /** Resolves with the caller that `verify` finds. Rejects as `verify` does. */
  lookUp(entry: string, realmId: number, verify: () => Promise<Stamped<Principal>>): Promise<Principal> {
    const underWay = this.shared.get(entry);
    if (underWay !== undefined) return underWay;
    const lookup = this.fresh(entry, realmId, verify).finally(() => this.shared.delete(entry));
    this.shared.set(entry, lookup);
    return lookup;
  }

  /** A domain event says that the user, or the key of the user, changed. */
  onChange(realmId: number, userId: number, sequence: number): void {
    for (const lookup of this.current) if (lookup.realmId === realmId) lookup.changes.push({ userId, sequence });
  }

  /** Events of the realm were missed. */
  onGap(realmId: number): void {
    for (const lookup of this.current) if (lookup.realmId === realmId) lookup.isDoubtful = true;
  }

  private async fresh(entry: string, realmId: number, verify: () => Promise<Stamped<Principal>>): Promise<Principal> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const lookup: Lookup = { realmId, changes: [], isDoubtful: false };
      this.current.add(lookup);
      try {
        const { sequence, state } = await verify();
        const isStale = lookup.changes.some((change) => change.userId === state.userId && change.sequence > sequence);
        if (isStale || lookup.isDoubtful) continue;
        this.onFound(entry, state);
        return state;
      } catch (error) {
        // The error does not name the user, so any change of a user may make the credentials valid.
        if (lookup.changes.length === 0 && !lookup.isDoubtful) throw error;
        if (attempt === MAX_ATTEMPTS) throw error;
      } finally {
        this.current.delete(lookup);
      }
    }
    throw serviceUnavailable('users');
  }
}
