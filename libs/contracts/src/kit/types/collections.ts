import { notA, tooManyItems, wrongItemCount } from '../parameter-errors.js';
import { type FieldType, jsonType, problemOfMember, type ValueOf } from './field-type.js';
import { isPlainObject } from './object-in-code.js';
import { text } from './text.js';

/** Default limit of a list in a request. */
const MAX_LIST_ITEMS = 10_000;

export interface ListOptions {
  readonly max?: number;
}

/** A JSON list of items of one type. */
export function list<Item>(item: FieldType<Item>, options: ListOptions = {}): FieldType<readonly Item[]> {
  const { max = MAX_LIST_ITEMS } = options;
  const toWire = item.toWire?.bind(item);
  return jsonType<readonly Item[]>({
    kind: 'list',
    schema: { type: 'array', items: item.schema, ...(options.max !== undefined && { maxItems: max }) },
    check: (value, name) => {
      if (!Array.isArray(value)) throw notA('a list', name);
      if (value.length > max) throw tooManyItems(name, max);
      return value.map((entry, index) => item.check(entry, `${name}[${index}]`));
    },
    problemOf: (value, name) => {
      if (!Array.isArray(value)) return notA('a list', name).message;
      // The default limit is for requests; lists of the server may be longer.
      if (options.max !== undefined && value.length > max) return tooManyItems(name, max).message;
      for (const [index, entry] of value.entries()) {
        const problem = problemOfMember(item as FieldType, entry, name, index);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    ...(toWire && { toWire: (items: readonly Item[]) => items.map((entry) => toWire(entry)) }),
  });
}

/** Texts of a form field that may be repeated, as the boxes of one choice are. No field is an empty list. */
export function repeatedTexts({ max = MAX_LIST_ITEMS }: ListOptions = {}): FieldType<readonly string[]> {
  const item = text({ controlCharacters: 'allowed' });
  const type = list(item, { max });
  const readAll = (texts: readonly string[], name: string) => type.check(texts, name);
  return { ...type, encoding: 'plain', read: (one, name) => readAll([one], name), readAll };
}

/** A JSON list of fixed length: `tuple(text(), text())` is a pair of strings. */
export function tuple<Items extends FieldType[]>(
  ...items: Items
): FieldType<{ readonly [Index in keyof Items]: ValueOf<Items[Index]> }> {
  type Value = { readonly [Index in keyof Items]: ValueOf<Items[Index]> };
  const types = items as unknown as readonly FieldType[];
  return jsonType<Value>({
    kind: 'tuple',
    schema: {
      type: 'array',
      prefixItems: types.map((type) => type.schema),
      minItems: types.length,
      maxItems: types.length,
    },
    check: (value, name) => {
      if (!Array.isArray(value)) throw notA('a list', name);
      if (value.length !== types.length) throw wrongItemCount(name, types.length);
      return types.map((type, index) => type.check(value[index], `${name}[${index}]`)) as unknown as Value;
    },
    problemOf: (value, name) => {
      if (!Array.isArray(value)) return notA('a list', name).message;
      if (value.length !== types.length) return wrongItemCount(name, types.length).message;
      for (const [index, type] of types.entries()) {
        const problem = problemOfMember(type, value[index], name, index);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    ...(types.some(({ toWire }) => toWire !== undefined) && {
      toWire: (value: Value) => types.map((type, index) => (type.toWire ? type.toWire(value[index]) : value[index])),
    }),
  });
}

const MAX_MAP_MEMBERS = 1_000;

/** A JSON object with any names and values of one type. The kit does not convert the names. */
export function mapOf<Value>(member: FieldType<Value>): FieldType<Readonly<Record<string, Value>>> {
  type Read = Readonly<Record<string, Value>>;
  const key = text();
  const toWire = member.toWire?.bind(member);
  return jsonType<Read>({
    kind: 'map',
    schema: { type: 'object', additionalProperties: member.schema },
    check: (value, name) => {
      const given = Object.entries(plainObject(value, name));
      if (given.length > MAX_MAP_MEMBERS) throw tooManyItems(name, MAX_MAP_MEMBERS);
      // fromEntries defines own properties, so a member named __proto__ is an ordinary one.
      return Object.fromEntries(
        given.map(([free, entry]) => [
          key.check(free, `${name} key`),
          member.check(entry, `${name} contains a value that`),
        ]),
      );
    },
    problemOf: (value, name) => {
      if (!isPlainObject(value)) return notA('a dict', name).message;
      for (const [free, entry] of Object.entries(value)) {
        const problem = problemOfMember(member as FieldType, entry, name, free);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    ...(toWire && {
      toWire: (value: Read) => Object.fromEntries(Object.entries(value).map(([free, entry]) => [free, toWire(entry)])),
    }),
  });
}

/** Returns the value if it is a JSON object. Throws BAD_REQUEST otherwise. */
export function plainObject(value: unknown, name: string): Record<string, unknown> {
  if (!isPlainObject(value)) throw notA('a dict', name);
  return value;
}
