import { Id, ListOf } from '../kit/fields.js';
import { CustomProfileField, MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Deletes values that the realm's changed fields no longer allow: those of removed fields and choices. `previous` are the fields
 * before the change. The realm-settings service sends it after its commit; users also does it when it applies
 * ProfileFieldsChanged. Effect: ProfileValuesDropped per field, ProfileValueChanged per choice.
 */
export class DropUnfitProfileValues extends ServiceRequest<void> {
  static readonly pattern = 'users.profile_data.drop_unfit';
  /** Short: a field with very many values is completed in the background. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @ListOf(CustomProfileField, { max: MAX_PROFILE_FIELDS }) previous!: readonly CustomProfileField[];
}
