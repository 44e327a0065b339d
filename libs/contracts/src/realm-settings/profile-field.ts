/** Types of custom profile fields. Source: API contract, "Custom profile field". */
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
export const PROFILE_FIELD_TYPES: readonly ProfileFieldType[] = Object.values(ProfileFieldType);

/** Fields of one realm. */
export const MAX_PROFILE_FIELDS = 100;
export const MAX_PROFILE_FIELDS_IN_SUMMARY = 2;
/** Choices of one field of type 3. */
export const MAX_PROFILE_FIELD_CHOICES = 200;
/** Of a choice's key, its text and its place each. */
export const MAX_PROFILE_CHOICE_LENGTH = 100;
export const MAX_SHORT_PROFILE_VALUE_LENGTH = 50;
export const MAX_LONG_PROFILE_VALUE_LENGTH = 500;
/** People in one value of type 6. */
export const MAX_PROFILE_PEOPLE = 100;

/** A custom profile field of a realm. Source: API contract, "Custom profile field". */
export interface ProfileFieldRecord {
  readonly id: number;
  readonly type: ProfileFieldType;
  readonly order: number;
  readonly name: string;
  readonly hint: string;
  /** JSON text for types 3 and 7 (see {@link ChoiceFieldData}, {@link ExternalAccountFieldData}), else empty. */
  readonly fieldData: string;
  readonly displayInProfileSummary: boolean;
}

/** By choice key: a value of type 3 is such a key. */
export type ChoiceFieldData = Readonly<Record<string, { readonly text: string; readonly order: string }>>;

/** `subtype` is a key of the realm's `defaultExternalAccounts`, or `custom` with a URL pattern of its own. */
export interface ExternalAccountFieldData {
  readonly subtype: string;
  readonly url_pattern?: string;
}

/** Whether values of the type are Markdown, shown with `rendered_value`. */
export const isMarkdownFieldType = (type: ProfileFieldType): boolean =>
  type === ProfileFieldType.ShortText || type === ProfileFieldType.LongText;

/** Whether fields of the type may stand in the profile summary. */
export const mayBeInProfileSummary = (type: ProfileFieldType): boolean =>
  type !== ProfileFieldType.LongText && type !== ProfileFieldType.Person;
