import { ListOf } from '../kit/fields.js';
import { CustomProfileField, MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { AfterCommitRequest, request } from '../service-request.js';

/**
 * Sent by realm-settings: deletes values that the realm's changed fields no longer allow, those of removed fields and choices.
 * `previous` are the fields before the change. Users completes a field with very many values in the background. Effect:
 * ProfileValuesDropped per field, ProfileValueChanged per choice.
 */
export class DropUnfitProfileValues extends request(AfterCommitRequest, 'users.profile_data.drop_unfit') {
  @ListOf(CustomProfileField, { max: MAX_PROFILE_FIELDS }) previous!: readonly CustomProfileField[];
}
