import { ServiceRequest } from '../service-request.js';

/** A realm as the operator sees it. */
export interface RealmSummary {
  readonly realmId: number;
  readonly str: string;
  readonly host: string | null;
  readonly name: string;
  readonly url: string;
  readonly isDefault: boolean;
  readonly isDeactivated: boolean;
}

/** Realms that are listed at most. */
export const MAX_LISTED_REALMS = 1_000;

/**
 * Operator request: the realms by id, at most MAX_LISTED_REALMS. Asked outside of any realm: the context's realm id is 0.
 * Errors: none. Effect: none.
 */
export class ListRealms extends ServiceRequest<readonly RealmSummary[]> {
  static readonly pattern = 'realm-settings.realms.list';
  static readonly isRepeatable = true;
}
