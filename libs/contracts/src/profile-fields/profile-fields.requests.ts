import type { Stamped } from '../domain-event.js';
import { RealmRequest, repeatable } from '../service-request.js';
import type { CustomProfileField } from './profile-fields.schema.js';

/** Reads the profile fields of the realm in order, for a projection. `ProfileFieldsChanged` updates it. */
export class GetProfileFields extends repeatable(
  RealmRequest<Stamped<readonly CustomProfileField[]>>,
  'realm-settings.profile_fields.get',
) {}
