import { Nested } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { OwnAccount } from './users.schema.js';

/** The actor's own account, with profile data, for GET /users/me. Errors: none. Effect: none. */
export class GetOwnUser extends ServiceRequest<OwnAccount> {
  static readonly pattern = 'users.users.get_own';
  static readonly isRepeatable = true;

  @Nested(Principal) actor!: Principal;
}
