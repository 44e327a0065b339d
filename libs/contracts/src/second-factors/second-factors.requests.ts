import { Nested } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { TotpSetUp } from './second-factors.schema.js';

/** Reads the set-up that the session of the actor began and has not confirmed, for the account page. */
export class GetOwnSetUp extends ServiceRequest<{ readonly setUp: TotpSetUp | null }> {
  static readonly pattern = 'users.second_factors.get_own_set_up';
  static readonly isRepeatable = true;

  @Nested(Principal) actor!: Principal;
}
