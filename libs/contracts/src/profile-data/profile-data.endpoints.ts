import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_IDS } from '../kit/examples/example-values.js';
import { ListOf } from '../kit/fields.js';
import { integer } from '../kit/types/index.js';
import { MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ProfileDatum } from '../users/users.schema.js';

/** Parameters of PATCH /users/me/profile_data: values by field id. Absent fields do not change. */
export class OwnProfileData {
  @ListOf(ProfileDatum, { max: MAX_PROFILE_FIELDS }) data!: readonly ProfileDatum[];
}

/** Parameters of DELETE /users/me/profile_data: the fields to clear. */
export class ProfileFieldIds {
  @ListOf(integer(), { max: MAX_PROFILE_FIELDS }) data!: readonly number[];
}

/** Errors (BAD_REQUEST): "Field id N not found."; invalid values. */
export const updateOwnProfileData = endpoint('PATCH /users/me/profile_data', {
  pattern: 'users.profile_data.update_own',
  bots: 'refused',
  summary: 'Set your own values of custom profile fields',
  parameters: OwnProfileData,
  example: { data: [{ id: EXAMPLE_IDS.profileField, value: 'Berlin' }] },
});

/** Error (BAD_REQUEST): "Field id N not found." */
export const removeOwnProfileData = endpoint('DELETE /users/me/profile_data', {
  pattern: 'users.profile_data.remove_own',
  bots: 'refused',
  summary: 'Remove your own values of custom profile fields',
  parameters: ProfileFieldIds,
  example: { data: [EXAMPLE_IDS.profileField] },
});
