import { badRequest } from '@chat/contracts';

/** A JSON object of any members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws BAD_REQUEST with the name of the invalid value. Texts of errors are those of the reference server. */
type Check = (value: unknown, name: string) => void;

export const isText: Check = (value, name) => {
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
};

export const isBoolean: Check = (value, name) => {
  if (typeof value !== 'boolean') throw badRequest(`${name} is not a boolean`);
};

export const isWithin =
  (least: number, greatest: number): Check =>
  (value, name) => {
    requireInteger(value, name);
    if (value < least) throw badRequest(`${name} is too small`);
    if (value > greatest) throw badRequest(`${name} is too large`);
  };

/** One of these whole numbers. */
export const isAmong =
  (numbers: readonly number[]): Check =>
  (value, name) => {
    requireInteger(value, name);
    if (!numbers.includes(value)) throw badRequest(`Invalid ${name}`);
  };

export const isListOf =
  (item: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) throw badRequest(`${name} is not a list`);
    for (const [place, one] of value.entries()) item(one, `${name}[${place}]`);
  };

/** An object with at least these members. */
export const isObjectWith =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, name) => {
    const object = objectIn(value, name);
    for (const [key, check] of Object.entries(members)) check(memberIn(object, key, name), `${name}["${key}"]`);
  };

/** An object with these members and no others. */
export const isObjectOf =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, name) => {
    isObjectWith(members)(value, name);
    const unknown = Object.keys(objectIn(value, name)).filter((key) => !Object.hasOwn(members, key));
    if (unknown.length > 0) throw badRequest(`Unexpected arguments: ${unknown.join(', ')}`);
  };

export function objectIn(value: unknown, name: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest(`${name} is not a dict`);
  return value as JsonObject;
}

export function memberIn(object: JsonObject, key: string, name: string): unknown {
  if (!Object.hasOwn(object, key)) throw badRequest(`${key} key is missing from ${name}`);
  return object[key];
}

function requireInteger(value: unknown, name: string): asserts value is number {
  if (!Number.isInteger(value)) throw badRequest(`${name} is not an integer`);
}
