import {
  badRequest,
  type ChoiceFieldData,
  type CustomProfileField,
  type ExternalAccount,
  type ExternalAccountFieldData,
  MAX_PROFILE_CHOICE_LENGTH,
  MAX_PROFILE_FIELD_CHOICES,
  MAX_PROFILE_FIELD_HINT_LENGTH,
  MAX_PROFILE_FIELD_NAME_LENGTH,
  MAX_PROFILE_FIELDS_IN_SUMMARY,
  mayBeInProfileSummary,
  ProfileFieldType,
} from '@chat/contracts';
import { codePointCount, foldName } from '@chat/text';
import { checkUrlPattern } from '../realm/realm-changes.js';

type Given = Readonly<Record<string, unknown>>;
type Accounts = Readonly<Record<string, ExternalAccount>>;

export type CheckedField = Omit<CustomProfileField, 'id' | 'order'>;
type GivenField = Omit<CheckedField, 'fieldData'> & { readonly fieldData: Given };

/** The field as it is stored. Throws the first refusal. `others` are the realm's other fields. */
export function checkedField(
  given: GivenField,
  others: readonly CustomProfileField[],
  accounts: Accounts,
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
  if (codePointCount(name) > MAX_PROFILE_FIELD_NAME_LENGTH) {
    throw badRequest(`name is too long (limit: ${MAX_PROFILE_FIELD_NAME_LENGTH} characters)`);
  }
  if (codePointCount(hint) > MAX_PROFILE_FIELD_HINT_LENGTH) {
    throw badRequest(`hint is too long (limit: ${MAX_PROFILE_FIELD_HINT_LENGTH} characters)`);
  }
  if (/\p{Cc}/u.test(name)) throw badRequest('Invalid characters in name!');
  if (/\p{Cc}/u.test(hint)) throw badRequest('Invalid characters in hint!');
}

function checkSummary(type: ProfileFieldType, others: readonly CustomProfileField[]): void {
  if (!mayBeInProfileSummary(type)) throw badRequest('Field type not supported for display in profile summary.');
  if (others.filter((other) => other.displayInProfileSummary).length >= MAX_PROFILE_FIELDS_IN_SUMMARY) {
    throw badRequest(
      `Only ${MAX_PROFILE_FIELDS_IN_SUMMARY} custom profile fields can be displayed in the profile summary.`,
    );
  }
}

/** The configuration as it is stored: JSON text for types that have one, else empty. */
function checkedFieldData(type: ProfileFieldType, given: Given, accounts: Accounts): string {
  if (type === ProfileFieldType.Choice) return JSON.stringify(checkedChoices(given));
  if (type === ProfileFieldType.ExternalAccount) return JSON.stringify(checkedAccount(given, accounts));
  return '';
}

/** The account of `accounts` that a field of type 7 stands for; undefined for other fields and accounts of their own. */
export function knownAccount(type: ProfileFieldType, given: Given, accounts: Accounts): ExternalAccount | undefined {
  const { subtype } = given;
  if (type !== ProfileFieldType.ExternalAccount || typeof subtype !== 'string') return undefined;
  return Object.hasOwn(accounts, subtype) ? accounts[subtype] : undefined;
}

function checkedChoices(given: Given): ChoiceFieldData {
  const entries = Object.entries(given);
  if (entries.length === 0) throw badRequest('Field must have at least one choice.');
  if (entries.length > MAX_PROFILE_FIELD_CHOICES) {
    throw badRequest(`field_data is too long (limit: ${MAX_PROFILE_FIELD_CHOICES} choices)`);
  }
  const texts = new Set<string>();
  const choices = entries.map(([key, choice]) => {
    requireText(key, "'value'");
    if (typeof choice !== 'object' || choice === null || Array.isArray(choice))
      throw badRequest('field_data is not a dict');
    const { text, order, ...others } = choice as Given;
    if (text === undefined) throw badRequest('text key is missing from field_data');
    if (order === undefined) throw badRequest('order key is missing from field_data');
    if (Object.keys(others).length > 0) throw badRequest(`Unexpected arguments: ${Object.keys(others).join(', ')}`);
    const checked = { text: requireText(text, 'field_data["text"]'), order: requireText(order, 'field_data["order"]') };
    if (texts.has(checked.text)) throw badRequest('Field must not have duplicate choices.');
    texts.add(checked.text);
    return [key, checked] as const;
  });
  return Object.fromEntries(choices);
}

function checkedAccount(given: Given, accounts: Accounts): ExternalAccountFieldData {
  const { subtype: givenSubtype, url_pattern: pattern, ...others } = given;
  if (givenSubtype === undefined) throw badRequest('subtype key is missing from field_data');
  if (Object.keys(others).length > 0) throw badRequest(`Unexpected arguments: ${Object.keys(others).join(', ')}`);
  const subtype = requireText(givenSubtype, 'field_data["subtype"]');
  if (subtype !== 'custom') {
    if (!Object.hasOwn(accounts, subtype)) throw badRequest('Invalid external account type');
    return { subtype };
  }
  if (pattern === undefined) throw badRequest('Custom external account must define URL pattern');
  checkUrlPattern(pattern, 'field_data["url_pattern"]');
  return { subtype, url_pattern: pattern as string };
}

function requireText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
  const text = value.trim();
  if (text === '') throw badRequest(`${name} cannot be blank.`);
  if (codePointCount(text) > MAX_PROFILE_CHOICE_LENGTH) {
    throw badRequest(`${name} is too long (limit: ${MAX_PROFILE_CHOICE_LENGTH} characters)`);
  }
  // Unlike in parameters of their own, half a surrogate pair can stand here: the JSON that clients read would have it, too.
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw badRequest(`Invalid characters in ${name}!`);
  return text;
}
