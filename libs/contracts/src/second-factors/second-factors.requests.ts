import { ActorRequest, repeatable } from '../service-request.js';
import type { TotpSetUp } from './second-factors.schema.js';

/** Reads the set-up that the session of the actor began and has not confirmed, for the account page. */
export class GetOwnSetUp extends repeatable(
  ActorRequest<{ readonly setUp: TotpSetUp | null }>,
  'users.second_factors.get_own_set_up',
) {}
