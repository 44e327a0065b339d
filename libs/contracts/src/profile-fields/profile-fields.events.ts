import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { defineField } from '../kit/described-class.js';
import { Field, Id, ListOf } from '../kit/fields.js';
import { objectOf } from '../kit/types/index.js';
import { NamedId } from '../named-id.js';
import { CustomProfileField } from './profile-fields.schema.js';

/** Client event for the whole realm; it carries all fields in their order, not the values of users. */
@ClientEventOf({ type: 'custom_profile_fields', when: 'The profile fields changed: all of them, in order.' })
export class CustomProfileFieldsEvent {
  @ListOf(CustomProfileField) fields!: readonly CustomProfileField[];
}

/** `CHOICE` and `SELECT` are one type: API documentation has the first name, existing clients use the second. */
export const PROFILE_FIELD_TYPE_NAMES: Readonly<Record<string, NamedId>> = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  DATE: { id: 4, name: 'Date picker' },
  CHOICE: { id: 3, name: 'List of options' },
  SELECT: { id: 3, name: 'List of options' },
  URL: { id: 5, name: 'Link' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  USER: { id: 6, name: 'Person picker' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};
abstract class ProfileFieldTypeNames {
  readonly [key: string]: NamedId;
}
for (const key of Object.keys(PROFILE_FIELD_TYPE_NAMES)) {
  defineField(ProfileFieldTypeNames, key, objectOf(NamedId), { wireName: key });
}

/** Register fields of `custom_profile_fields`: the fields of the realm, and the types by name. */
export class ProfileFieldsRegisterFields {
  /** Empty for spectators. */
  @ListOf(CustomProfileField) customProfileFields!: readonly CustomProfileField[];
  @Field(objectOf(ProfileFieldTypeNames)) customProfileFieldTypes!: ProfileFieldTypeNames;
}

/** The custom profile fields of a realm, complete. */
export class ProfileFieldsChangedPayload {
  /** Complete, in order. */
  @ListOf(CustomProfileField) fields!: readonly CustomProfileField[];
  /** The fields before the change. */
  @ListOf(CustomProfileField) previous!: readonly CustomProfileField[];
  @Id() actorId!: number;
}

/** A removed field, and a removed choice, takes its values with it. */
export const ProfileFieldsChanged = domainEvent('realm-settings.profile_fields_changed', {
  payload: ProfileFieldsChangedPayload,
  audience: wholeRealm,
  clientEvent: CustomProfileFieldsEvent,
});
