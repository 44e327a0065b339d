import { Id, ListOf } from '../kit/fields.js';
import { CustomProfileField, MAX_PROFILE_FIELDS } from '../profile-fields/profile-fields.schema.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Drops all values that the realm's fields, which were `previous` a moment ago, do not allow any more: those of removed fields and
 * choices. The realm-settings service sends it after its commit; users also does it when it applies ProfileFieldsChanged. Errors:
 * none. Effect: ProfileValuesDropped for a field, ProfileValueChanged for a choice.
 */
export class DropUnfitProfileValues extends ServiceRequest<void> {
  static readonly pattern = 'users.profile_data.drop_unfit';
  /** Of a field that very many have, the rest comes a moment later. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @ListOf(CustomProfileField, { max: MAX_PROFILE_FIELDS }) previous!: readonly CustomProfileField[];
}
