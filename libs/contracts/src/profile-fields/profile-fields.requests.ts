import type { Stamped } from '../domain-event.js';
import { RealmRequest } from '../service-request.js';
import type { CustomProfileField } from './profile-fields.schema.js';

/** Reads the profile fields of the realm in order, for a projection. `ProfileFieldsChanged` updates it. */
export class GetProfileFields extends RealmRequest<Stamped<readonly CustomProfileField[]>> {
  static readonly pattern = 'realm-settings.profile_fields.get';
  static readonly isRepeatable = true;
}
