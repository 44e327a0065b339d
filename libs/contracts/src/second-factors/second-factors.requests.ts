import { Nested } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { repeatable, ServiceRequest } from '../service-request.js';
import type { TotpSetUp } from './second-factors.schema.js';

/** Reads the set-up that the session of the actor began and has not confirmed, for the account page. */
export class GetOwnSetUp extends repeatable(
  ServiceRequest<{ readonly setUp: TotpSetUp | null }>,
  'users.second_factors.get_own_set_up',
) {
  @Nested(Principal) actor!: Principal;
}
