import type { Stamped } from '../domain-event.js';
import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';
import type { CustomProfileField } from './profile-fields.schema.js';

/** Reads the profile fields of the realm in order, for a projection. `ProfileFieldsChanged` updates it. */
export class GetProfileFields extends ServiceRequest<Stamped<readonly CustomProfileField[]>> {
  static readonly pattern = 'realm-settings.profile_fields.get';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}
