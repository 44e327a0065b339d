import { Bool, Id } from '../kit/fields.js';
import { RealmRequest, repeatable } from '../service-request.js';

/** A part of a run over all accounts of the realm. */
export interface DirectorySyncPart {
  /** Where the next part begins; null after the last one. */
  readonly nextUserId: number | null;
  /** Number of accounts with an entry. */
  readonly synced: number;
  /** Addresses of the accounts that were deactivated, or that a dry run found. */
  readonly deactivated: readonly string[];
}

/**
 * Copies the names and LDAP_SYNC from the entries of the LDAP server to their accounts, for operators. With `deactivateMissing`, it
 * deactivates people without an entry; the only owner and bots stay. Errors (BAD_REQUEST): the realm does not sign in by LDAP; the server
 * cannot search. SERVICE_UNAVAILABLE if the LDAP server does not respond.
 */
export class SyncDirectory extends repeatable(RealmRequest<DirectorySyncPart>, 'users.ldap.sync_directory') {
  static readonly timeoutMs = 60_000;

  @Bool() deactivateMissing!: boolean;
  /** The accounts with higher ids; 0 for all. */
  @Id() fromUserId!: number;
  /** Changes nothing, and finds the accounts without an entry. Together with `deactivateMissing: false`: former replicas ignore it. */
  @Bool({ optional: true }) dryRun?: boolean;
}
