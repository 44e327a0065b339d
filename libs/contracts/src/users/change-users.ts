import { ArrayMaxSize, IsArray, IsInt, IsObject, Min } from 'class-validator';
import { Principal } from '../principal.js';
import { type CustomProfileField, MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ServiceRequest } from '../service-request.js';
import type { ProfileDatum } from './users.schema.js';

/** Request: change one's own values of profile fields. Errors: those of `updateUser`. Effect: ProfileValueChanged. */
export class UpdateOwnProfileData extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.profile_data.update_own';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) data!: ProfileDatum[];
}

/** Request: remove one's own values. Errors (BAD_REQUEST): "Field id N not found." Effect: ProfileValueChanged. */
export class RemoveOwnProfileData extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.profile_data.remove_own';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) @IsInt({ each: true }) fieldIds!: number[];
}

/**
 * Request: drop everybody's values that the realm's fields, which were `previous` a moment ago, do not allow any more: those of
 * fields, and of choices, that are gone. The realm-settings service asks so after its commit; users also does it by itself when
 * ProfileFieldsChanged reaches it. Errors: none. Effect: ProfileValuesDropped for a field, ProfileValueChanged for a choice.
 */
export class DropUnfitProfileValues extends ServiceRequest<void> {
  static readonly pattern = 'users.profile_data.drop_unfit';
  /** Of a field that very many have, the rest comes a moment later. */
  static readonly timeoutMs = 2_000;

  @IsInt() @Min(1) realmId!: number;
  @IsArray() @ArrayMaxSize(MAX_PROFILE_FIELDS) previous!: readonly CustomProfileField[];
}
