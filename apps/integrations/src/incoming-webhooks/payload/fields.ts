import { wireName } from '@chat/contracts';

/**
 * Descriptions of payloads. A payload class names the parts that an integration shows:
 *
 *     class Commit {
 *       @Text() id?: string;
 *       @Text() message?: string;
 *       @Obj(() => Author) author?: Author;
 *     }
 *
 * `readPayload(Commit, json)` reads it. A part that is missing, null or of another type is absent. A part with `required` throws
 * `MismatchedPayload` instead. The key in the JSON is the name of the property in snake_case, or `key`.
 */
export interface PartOptions {
  readonly key?: string;
  readonly required?: true;
}

export type PayloadClass<Value extends object = object> = new () => Value;

export class MismatchedPayload extends Error {}

interface Part {
  readonly property: string;
  readonly key: string;
  readonly required: boolean;
  /** Undefined for a value of another type. */
  read(value: unknown): unknown;
}

const partsOf = new WeakMap<object, Part[]>();
/** With those of base classes, from the first payload of the class on. */
const allPartsOf = new WeakMap<object, readonly Part[]>();

/** Longer texts are cut: no message can show them. */
const MAX_TEXT_LENGTH = 20_000;
/** Further items of a list are dropped: no message can show them. */
const MAX_ITEMS = 2_000;

const LONE_SURROGATES = /\p{Cs}/gu;

/** A text. Numbers count as texts, because services write ids in both ways. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  return value.slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD');
}

/** A number, or a text that is one. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const booleanOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MAX_ITEMS).flatMap((item) => read(item) ?? []);
}

function part(read: (value: unknown) => unknown, { key, required }: PartOptions) {
  return (target: object, property: string) => {
    const parts = partsOf.get(target.constructor) ?? [];
    partsOf.set(target.constructor, [
      ...parts,
      { property, key: key ?? wireName(property), required: required === true, read },
    ]);
  };
}

export const Text = (options: PartOptions = {}) => part(textOf, options);
export const Num = (options: PartOptions = {}) => part(numberOf, options);
export const Bool = (options: PartOptions = {}) => part(booleanOf, options);
/** An object of another class. A function names it, because classes may contain themselves. */
export const Obj = (target: () => PayloadClass, options: PartOptions = {}) =>
  part((value) => (objectOf(value) === undefined ? undefined : readPayload(target(), value)), options);
/** A list of objects of a class. Items of another type are left out. */
export const List = (target: () => PayloadClass, options: PartOptions = {}) =>
  part(
    (value) => listOf(value, (item) => (objectOf(item) === undefined ? undefined : readPayload(target(), item))),
    options,
  );
export const TextList = (options: PartOptions = {}) => part((value) => listOf(value, textOf), options);
/** Texts by their keys, for objects with keys that users of the service choose. */
export const TextMap = (options: PartOptions = {}) => part(textMapOf, options);
/** Any value, for parts with a form that depends on others. */
export const Any = (options: PartOptions = {}) => part((value) => value, options);

function textMapOf(value: unknown): ReadonlyMap<string, string> | undefined {
  const object = objectOf(value);
  if (object === undefined) return undefined;
  const texts = Object.entries(object)
    .slice(0, MAX_ITEMS)
    .map(([key, item]) => [textOf(key), textOf(item)] as const);
  return new Map(texts.filter((entry): entry is [string, string] => entry[0] !== undefined && entry[1] !== undefined));
}

/** Reads a payload. Throws `MismatchedPayload` if it is no object, or without a required part. */
export function readPayload<Value extends object>(target: PayloadClass<Value>, value: unknown): Value {
  const given = objectOf(value);
  if (given === undefined) throw new MismatchedPayload('no object');
  const payload = new target();
  for (const { property, key, required, read } of described(target)) {
    const part = Object.hasOwn(given, key) ? read(given[key]) : undefined;
    if (part === undefined && required) throw new MismatchedPayload(key);
    if (part !== undefined) (payload as Record<string, unknown>)[property] = part;
  }
  return payload;
}

/** The parts of a class and its base classes. */
function described(target: object): readonly Part[] {
  const known = allPartsOf.get(target);
  if (known !== undefined) return known;
  const base = Object.getPrototypeOf(target) as object | null;
  const inherited = base === null || base === Function.prototype ? [] : described(base);
  const all = [...inherited, ...(partsOf.get(target) ?? [])];
  allPartsOf.set(target, all);
  return all;
}
