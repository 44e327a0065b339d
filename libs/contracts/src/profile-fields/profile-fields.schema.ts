import { badRequest } from '../errors/api-errors.js';
import { Bool, Id, Integer, ListOf, MapOf, OneOf, Text } from '../kit/fields.js';
import { anyValue, id } from '../kit/types/index.js';

export const ProfileFieldType = {
  ShortText: 1,
  LongText: 2,
  Choice: 3,
  Date: 4,
  Link: 5,
  Person: 6,
  ExternalAccount: 7,
  Pronouns: 8,
} as const;
export type ProfileFieldType = (typeof ProfileFieldType)[keyof typeof ProfileFieldType];
const PROFILE_FIELD_TYPES: readonly ProfileFieldType[] = Object.values(ProfileFieldType);

/** Per realm. */
export const MAX_PROFILE_FIELDS = 100;
export const MAX_PROFILE_FIELDS_IN_SUMMARY = 2;
export const MAX_PROFILE_FIELD_NAME_LENGTH = 40;
export const MAX_PROFILE_FIELD_HINT_LENGTH = 80;
/** Per field of type 3. */
export const MAX_PROFILE_FIELD_CHOICES = 200;
/** Of a choice's key, text and order each. */
export const MAX_PROFILE_CHOICE_LENGTH = 100;
export const MAX_SHORT_PROFILE_VALUE_LENGTH = 50;
export const MAX_LONG_PROFILE_VALUE_LENGTH = 500;
/** Per value of type 6. */
export const MAX_PROFILE_PEOPLE = 100;

/** A profile field that administrators have added to the realm. */
export class CustomProfileField {
  @Id() id!: number;
  @OneOf(PROFILE_FIELD_TYPES, {
    description: '1 short text, 2 long text, 3 list, 4 date, 5 link, 6 people, 7 external account, 8 pronouns.',
  })
  type!: ProfileFieldType;
  @Integer() order!: number;
  @Text() name!: string;
  @Text() hint!: string;
  /** JSON text for types 3 and 7 (see {@link ChoiceFieldData}, {@link ExternalAccountFieldData}), else empty. */
  @Text({ description: 'JSON: the choices of type 3, the site of type 7.' }) fieldData!: string;
  @Bool() displayInProfileSummary!: boolean;
}

/** By choice key. A value of type 3 is a choice key. */
export type ChoiceFieldData = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** `subtype` is a key of the realm's `defaultExternalAccounts`, or `custom` with a URL pattern of its own. */
export interface ExternalAccountFieldData {
  readonly subtype: string;
  readonly url_pattern?: string;
}

/** A field in a request of an administrator. The service validates the texts. */
export class ProfileFieldContent {
  @Text({ optional: true, controlCharacters: 'allowed' }) name?: string;
  @Text({ optional: true, controlCharacters: 'allowed' }) hint?: string;
  /** For types 3 and 7; ignored otherwise. */
  @MapOf(anyValue, { optional: true }) fieldData?: Readonly<Record<string, unknown>>;
  @Bool({ optional: true }) displayInProfileSummary?: boolean;
}

/** For an external account of the realm the name may be absent; the field then has the account's name and hint. */
export class NewProfileField extends ProfileFieldContent {
  @OneOf(PROFILE_FIELD_TYPES, { error: () => badRequest('Invalid field type.') }) fieldType!: ProfileFieldType;
}

/** Absent fields do not change. */
export class ProfileFieldChange extends ProfileFieldContent {
  @Id() fieldId!: number;
}

/** Parameters of PATCH /realm/profile_fields: field ids in the new order. */
export class ProfileFieldOrder {
  /** All fields of the realm. */
  @ListOf(id(), { max: MAX_PROFILE_FIELDS }) order!: readonly number[];
}

/** Whether values of the type are Markdown, shown with `rendered_value`. */
export const isMarkdownFieldType = (type: ProfileFieldType): boolean =>
  type === ProfileFieldType.ShortText || type === ProfileFieldType.LongText;

/** Whether fields of the type may stand in the profile summary. */
export const mayBeInProfileSummary = (type: ProfileFieldType): boolean =>
  type !== ProfileFieldType.LongText && type !== ProfileFieldType.Person;
