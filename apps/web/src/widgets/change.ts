/** A later submessage of a widget: its sender, and JSON of any form. */
export interface Change {
  readonly senderId: number;
  readonly data: unknown;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Empty if the member is no text. */
export function textIn(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Greatest number of an option or task of one person, as the server accepts it. */
export const MAX_INDEX = 1_000;

export const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;
