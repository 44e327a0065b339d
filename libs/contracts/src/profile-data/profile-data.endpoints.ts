import { endpoint, NoFields } from '../kit/endpoint.js';
import { ListOf } from '../kit/fields.js';
import { integer } from '../kit/types/numbers.js';
import { MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ProfileDatum } from '../users/users.schema.js';

export class OwnProfileData {
  @ListOf(ProfileDatum, { max: MAX_PROFILE_FIELDS }) data!: readonly ProfileDatum[];
}

export class ProfileFieldIds {
  @ListOf(integer(), { max: MAX_PROFILE_FIELDS }) data!: readonly number[];
}

/** Errors (BAD_REQUEST): "Field id N not found."; those of profile values. */
export const updateOwnProfileData = endpoint({
  pattern: 'users.profile_data.update_own',
  method: 'PATCH',
  path: '/users/me/profile_data',
  access: 'user',
  bots: 'refused',
  summary: 'Set your own values of custom profile fields',
  parameters: OwnProfileData,
  response: NoFields,
});

/** Error (BAD_REQUEST): "Field id N not found." */
export const removeOwnProfileData = endpoint({
  pattern: 'users.profile_data.remove_own',
  method: 'DELETE',
  path: '/users/me/profile_data',
  access: 'user',
  bots: 'refused',
  summary: 'Remove your own values of custom profile fields',
  parameters: ProfileFieldIds,
  response: NoFields,
});
