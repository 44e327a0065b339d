import { Text } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/** The realm that a host name stands for. */
export interface ResolvedRealm {
  readonly realmId: number;
  /** A deactivated organization takes no request of its users. */
  readonly isDeactivated: boolean;
}

/**
 * Request: which realm does this host name stand for? Reply: the realm whose host or subdomain it is, else the default realm.
 * Asked outside of any realm: the context's realm id is 0.
 *
 * Errors: none expected. Effect: none.
 */
export class ResolveRealm extends ServiceRequest<ResolvedRealm> {
  static readonly pattern = 'realm-settings.realms.resolve';
  static readonly isRepeatable = true;

  /** The `Host` header in lower case without the port; empty when the client sent none. */
  @Text({ max: 255, controlCharacters: 'allowed' }) host!: string;
}
