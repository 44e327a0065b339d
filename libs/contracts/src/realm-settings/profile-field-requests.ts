import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Min } from 'class-validator';
import type { Stamped } from '../domain-event.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import {
  MAX_PROFILE_FIELDS,
  PROFILE_FIELD_TYPES,
  type ProfileFieldRecord,
  type ProfileFieldType,
} from './profile-field.js';

/**
 * Request: the realm's profile fields in their order, for a projection. Kept up by `ProfileFieldsChanged`.
 * Errors: none. Effect: none.
 */
export class GetProfileFields extends ServiceRequest<Stamped<readonly ProfileFieldRecord[]>> {
  static readonly pattern = 'realm-settings.profile_fields.get';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
}

/**
 * Request: add a profile field, last in order. Administrators only.
 *
 * Errors (BAD_REQUEST): "Label cannot be blank.", "A field with that label already exists." (without regard to case),
 * too long a name or hint, choices or an external account that do not fit, "Field type not supported for display in profile
 * summary.", "Only 2 custom profile fields can be displayed in the profile summary."
 * Effect: exactly one ProfileFieldsChanged.
 * Source: API contract, POST /realm/profile_fields.
 */
export class CreateProfileField extends ServiceRequest<{ readonly id: number }> {
  static readonly pattern = 'realm-settings.profile_fields.create';

  @IsObject() actor!: Principal;
  @IsIn(PROFILE_FIELD_TYPES, { message: 'Invalid field type.' }) fieldType!: ProfileFieldType;
  /** May be left out for an external account that the realm knows: then it has that one's name and hint. */
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() hint?: string;
  /** For types 3 and 7; ignored for others. */
  @IsOptional() @IsObject() fieldData?: Readonly<Record<string, unknown>>;
  @IsOptional() @IsBoolean() displayInProfileSummary?: boolean;
}

/**
 * Request: change a profile field; what is left out stays. Administrators only.
 *
 * Errors (BAD_REQUEST): "Field id N not found."; "Default custom field cannot be updated." for another name, hint or
 * configuration of an external account that the realm knows; else as for {@link CreateProfileField}.
 * Effect: one ProfileFieldsChanged, none when nothing changes.
 */
export class UpdateProfileField extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.profile_fields.update';

  @IsObject() actor!: Principal;
  @IsInt() fieldId!: number;
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() hint?: string;
  @IsOptional() @IsObject() fieldData?: Readonly<Record<string, unknown>>;
  @IsOptional() @IsBoolean() displayInProfileSummary?: boolean;
}

/**
 * Request: remove a profile field; the users service drops everybody's values. Administrators only.
 * Errors (BAD_REQUEST): "Field id N not found." Effect: one ProfileFieldsChanged.
 */
export class DeleteProfileField extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.profile_fields.delete';

  @IsObject() actor!: Principal;
  @IsInt() fieldId!: number;
}

/**
 * Request: put the profile fields into the order of `fieldIds`. Administrators only.
 * Errors (BAD_REQUEST): "Invalid order mapping." unless every field is named exactly once. Effect: one ProfileFieldsChanged.
 */
export class ReorderProfileFields extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.profile_fields.reorder';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) @IsInt({ each: true }) fieldIds!: number[];
}
