import { type ChoiceFieldData, type CustomProfileField, ProfileFieldType } from '@chat/contracts';

/**
 * The value of a profile field that a claim gives: a text, a number, or the first of a list. A choice is named by its key or by its text.
 * Undefined if the claim is something else, or for fields of people: providers do not know user ids.
 */
export function profileValueOfClaim(field: CustomProfileField, claim: unknown): string | undefined {
  const [first] = [claim].flat() as unknown[];
  const text = typeof first === 'number' && Number.isFinite(first) ? String(first) : first;
  if (typeof text !== 'string' || field.type === ProfileFieldType.Person) return undefined;
  const value = text.trim();
  return field.type === ProfileFieldType.Choice ? choiceNamed(field, value) : value;
}

function choiceNamed({ fieldData }: CustomProfileField, name: string): string {
  const choices = JSON.parse(fieldData) as ChoiceFieldData;
  if (Object.hasOwn(choices, name)) return name;
  return Object.entries(choices).find(([, { text }]) => text === name)?.[0] ?? name;
}
