import {
  badRequest,
  type CustomProfileField,
  type ExternalAccount,
  MAX_PROFILE_FIELD_HINT_LENGTH,
  MAX_PROFILE_FIELD_NAME_LENGTH,
  MAX_PROFILE_FIELDS_IN_SUMMARY,
  mayBeInProfileSummary,
  type ProfileFieldType,
} from '@chat/contracts';
import { foldName } from '@chat/text';
import { checkedFieldData, knownAccount } from './check-field-data.js';

/** What an administrator says of a field. */
export interface GivenField {
  readonly type: ProfileFieldType;
  readonly name: string;
  readonly hint: string;
  readonly fieldData: Readonly<Record<string, unknown>>;
  readonly displayInProfileSummary: boolean;
}

export type CheckedField = Omit<CustomProfileField, 'id' | 'order'>;

/** The field as it is stored. Throws the first refusal. `others` are the realm's other fields. */
export function checkedField(
  given: GivenField,
  others: readonly CustomProfileField[],
  accounts: Readonly<Record<string, ExternalAccount>>,
): CheckedField {
  const { type, displayInProfileSummary } = given;
  const account = knownAccount(type, given.fieldData, accounts);
  const name = (account?.name ?? given.name).trim();
  const hint = (account?.hint ?? given.hint).trim();
  checkTexts(name, hint);
  const fieldData = checkedFieldData(type, given.fieldData, accounts);
  if (displayInProfileSummary) checkSummary(type, others);
  if (others.some((other) => foldName(other.name) === foldName(name))) {
    throw badRequest('A field with that label already exists.');
  }
  return { type, name, hint, fieldData, displayInProfileSummary };
}

function checkTexts(name: string, hint: string): void {
  if (name === '') throw badRequest('Label cannot be blank.');
  if ([...name].length > MAX_PROFILE_FIELD_NAME_LENGTH) {
    throw badRequest(`name is too long (limit: ${MAX_PROFILE_FIELD_NAME_LENGTH} characters)`);
  }
  if ([...hint].length > MAX_PROFILE_FIELD_HINT_LENGTH) {
    throw badRequest(`hint is too long (limit: ${MAX_PROFILE_FIELD_HINT_LENGTH} characters)`);
  }
  if (/\p{Cc}/u.test(name)) throw badRequest('Invalid characters in name!');
  if (/\p{Cc}/u.test(hint)) throw badRequest('Invalid characters in hint!');
}

function checkSummary(type: ProfileFieldType, others: readonly CustomProfileField[]): void {
  if (!mayBeInProfileSummary(type)) {
    throw badRequest('Field type not supported for display in profile summary.');
  }
  if (others.filter((other) => other.displayInProfileSummary).length >= MAX_PROFILE_FIELDS_IN_SUMMARY) {
    throw badRequest(
      `Only ${MAX_PROFILE_FIELDS_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
    );
  }
}
