import { Created, endpoint } from '../kit/endpoint.js';
import { Id, ListOf } from '../kit/fields.js';
import { Role } from '../roles.js';
import { CustomProfileField, NewProfileField, ProfileFieldChange, ProfileFieldOrder } from './profile-fields.schema.js';

/** Path parameter of DELETE /realm/profile_fields/{field_id}. */
export class ProfileFieldSelection {
  @Id() fieldId!: number;
}

/** Response of GET /realm/profile_fields: all fields of the realm. */
export class ProfileFieldList {
  /** In their order. */
  @ListOf(CustomProfileField) customFields!: readonly CustomProfileField[];
}

export const listProfileFields = endpoint('GET /realm/profile_fields', {
  pattern: 'realm-settings.profile_fields.list',
  summary: 'Get the custom profile fields',
  response: ProfileFieldList,
});

/*
 * Errors of the next two (BAD_REQUEST): `Label cannot be blank.`; `A field with that label already exists.` (ignoring case); `Field
 * type not supported for display in profile summary.`; `Only 2 custom profile fields can be displayed in the profile summary.` Also
 * for a name or hint that is too long, and for invalid choices or external accounts.
 */

/** Appends the field to the order. */
export const createProfileField = endpoint('POST /realm/profile_fields', {
  pattern: 'realm-settings.profile_fields.create',
  minimumRole: Role.Administrator,
  summary: 'Add a custom profile field',
  parameters: NewProfileField,
  example: { name: 'City' },
  response: Created,
});

/**
 * Further errors (BAD_REQUEST): "Field id … not found."; "Default custom field cannot be updated." for another name, hint or
 * configuration of an external account of the realm.
 */
export const updateProfileField = endpoint('PATCH /realm/profile_fields/{field_id}', {
  pattern: 'realm-settings.profile_fields.update',
  minimumRole: Role.Administrator,
  summary: 'Change a custom profile field',
  parameters: ProfileFieldChange,
  example: { hint: 'City of your office' },
});

/** Errors (BAD_REQUEST): "Invalid order mapping." unless every field is named exactly once. */
export const reorderProfileFields = endpoint('PATCH /realm/profile_fields', {
  pattern: 'realm-settings.profile_fields.reorder',
  minimumRole: Role.Administrator,
  summary: 'Reorder the custom profile fields',
  parameters: ProfileFieldOrder,
});

/** Errors (BAD_REQUEST): "Field id … not found." */
export const deleteProfileField = endpoint('DELETE /realm/profile_fields/{field_id}', {
  pattern: 'realm-settings.profile_fields.delete',
  minimumRole: Role.Administrator,
  summary: 'Remove a custom profile field with the values of all users',
  parameters: ProfileFieldSelection,
});
