import { isLink, isLongerThan } from '../kit/types/index.js';
import {
  type ChoiceFieldData,
  type CustomProfileField,
  MAX_LONG_PROFILE_VALUE_LENGTH,
  MAX_PROFILE_PEOPLE,
  MAX_SHORT_PROFILE_VALUE_LENGTH,
  ProfileFieldType,
} from './profile-fields.schema.js';

/**
 * The error of a profile value; null if it is valid. A value is a string, or a list of user ids for the person picker. The users
 * service checks that these users exist. The rules stand here because one service defines the fields and another stores the
 * values.
 */
export function profileValueFault(
  field: Pick<CustomProfileField, 'type' | 'name' | 'fieldData'>,
  value: unknown,
): string | null {
  if (field.type === ProfileFieldType.Person) return peopleFault(value);
  if (typeof value !== 'string') return `${field.name} is not a string`;
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)) return `Invalid ${field.name}`;
  switch (field.type) {
    case ProfileFieldType.LongText:
      return lengthFault(field.name, value, MAX_LONG_PROFILE_VALUE_LENGTH);
    case ProfileFieldType.Choice:
      return choiceFault(field, value);
    case ProfileFieldType.Date:
      return isDate(value) ? null : `${field.name} is not a date`;
    case ProfileFieldType.Link:
      return isLink(value) ? null : `${field.name} is not a URL`;
    default:
      return lengthFault(field.name, value, MAX_SHORT_PROFILE_VALUE_LENGTH);
  }
}

function lengthFault(name: string, value: string, limit: number): string | null {
  return isLongerThan(limit, value) ? `${name} is too long (limit: ${limit} characters)` : null;
}

function choiceFault(field: Pick<CustomProfileField, 'name' | 'fieldData'>, value: string): string | null {
  const choices = JSON.parse(field.fieldData) as ChoiceFieldData;
  return Object.hasOwn(choices, value) ? null : `'${value}' is not a valid choice for '${field.name}'.`;
}

function peopleFault(value: unknown): string | null {
  if (!Array.isArray(value)) return 'User IDs is not a list';
  if (value.length > MAX_PROFILE_PEOPLE) return `User IDs is too long (limit: ${MAX_PROFILE_PEOPLE})`;
  const wrong = value.findIndex((id) => !Number.isSafeInteger(id) || (id as number) < 1);
  return wrong === -1 ? null : `User IDs[${wrong}] is not an integer`;
}

/** `YYYY-MM-DD`, of a day that exists. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
