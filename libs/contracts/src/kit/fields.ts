import { type Class, defineField, type FieldOptions } from './described-class.js';
import { bool as boolType, constant, type OneOfOptions, oneOf } from './types/choices.js';
import { type ListOptions, list, mapOf, repeatedTexts } from './types/collections.js';
import type { FieldType } from './types/field-type.js';
import { type IntegerOptions, id, integer, number, timestamp } from './types/numbers.js';
import { objectOf } from './types/object.js';
import { dateTime, type TextOptions, text } from './types/text.js';

type WithOptions<Value, Options> =
  | Value
  | (Options extends { readonly optional: true } ? undefined : never)
  | (Options extends { readonly nullable: true } ? null : never);

type Comparable<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
type Fits<Declared, Value> = [Comparable<Declared>] extends [Comparable<Value>]
  ? [Comparable<Value>] extends [Comparable<Declared>]
    ? unknown
    : never
  : never;

/** Decorates a property of exactly this type; another type does not compile. */
export type FieldDecorator<Value> = <Target extends object, Key extends keyof Target & string>(
  target: Target,
  key: Key & Fits<Target[Key], Value>,
) => void;

/** A field of any type. The decorators below are shorthands. */
export function Field<Value, const Options extends FieldOptions<Value>>(
  type: FieldType<Value>,
  options?: Options,
): FieldDecorator<WithOptions<Value, Options>> {
  return (target, key) => defineField(target.constructor as Class, key, type as FieldType, options);
}

/** A text. Control characters, length and blank texts: see {@link TextOptions}. */
export const Text = <const Options extends TextOptions & FieldOptions<string>>(options?: Options) =>
  Field(text(options), options as Options);
/** A time as ISO 8601 text. */
export const DateTime = <const Options extends FieldOptions<string>>(options?: Options) =>
  Field(dateTime(), options as Options);
/** A whole number, with optional bounds. */
export const Integer = <const Options extends IntegerOptions & FieldOptions<number>>(options?: Options) =>
  Field(integer(options), options as Options);
/** A finite number with or without a fraction. */
export const Num = <const Options extends FieldOptions<number>>(options?: Options) =>
  Field(number(), options as Options);
/** The id of a stored object. Negative ids count as missing objects. */
export const Id = <const Options extends FieldOptions<number>>(options?: Options) => Field(id(), options as Options);
/** UTC seconds, whole. */
export const Timestamp = <const Options extends FieldOptions<number>>(options?: Options) =>
  Field(timestamp(), options as Options);
/** `true` or `false`; in parameters their JSON texts. */
export const Bool = <const Options extends FieldOptions<boolean>>(options?: Options) =>
  Field(boolType(), options as Options);
/** Exactly this value. */
export const Constant = <const Value extends string | number | boolean>(value: Value) => Field(constant(value), {});
/** One of these values; any other value is BAD_REQUEST. */
export const OneOf = <
  const Value extends string | number,
  const Options extends OneOfOptions<Value> & FieldOptions<Value>,
>(
  values: readonly Value[],
  options?: Options,
) => Field(oneOf(values, options), options as Options);

/** An object of another class. */
export const Nested = <Value extends object, const Options extends FieldOptions<Value>>(
  target: Class<Value>,
  options?: Options,
) => Field(objectOf(target), options as Options);

type ItemOf<Item> = Item extends FieldType<infer Value> ? Value : Item extends Class<infer Value> ? Value : never;
const itemType = (item: FieldType | Class): FieldType =>
  typeof item === 'function' ? objectOf(item) : (item as unknown as FieldType);

/** A list of values of a type, or of objects of a class. */
export const ListOf = <
  Item extends FieldType | Class,
  const Options extends ListOptions & FieldOptions<readonly ItemOf<Item>[]>,
>(
  item: Item,
  options?: Options,
) => Field(list(itemType(item) as FieldType<ItemOf<Item>>, options), options as Options);

/** Texts of a form field that may be repeated. */
export const RepeatedTexts = <const Options extends ListOptions & FieldOptions<readonly string[]>>(options?: Options) =>
  Field(repeatedTexts(options), options as Options);

/** A JSON object with free names, each with a value of a type or an object of a class. */
export const MapOf = <
  Member extends FieldType | Class,
  const Options extends FieldOptions<Readonly<Record<string, ItemOf<Member>>>>,
>(
  member: Member,
  options?: Options,
) => Field(mapOf(itemType(member) as FieldType<ItemOf<Member>>), options as Options);
