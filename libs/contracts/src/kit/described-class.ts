import { ValidateBy } from 'class-validator';
import { type WithNames, wireName } from './names.js';
import { type FieldType, orNull } from './types/field-type.js';

/** A class whose fields are described by decorators of `fields.ts`. */
export type Class<Value extends object = object> = abstract new () => Value;

/** A field of a class: its type, its name on the wire, and whether it must be there. */
export interface DescribedField {
  readonly property: string;
  readonly wireName: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The value in code of an absent parameter. */
  readonly defaultValue: unknown;
  /** Further names of a parameter on the wire. Two of them in one request are an error (REQUEST_CONFUSING_VAR). */
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

/** What a decorator says of a field besides its type. A field is required unless it is optional or has a default. */
export interface FieldOptions<Value> {
  /** May be absent; `undefined` in code. */
  readonly optional?: boolean;
  /** May be `null`, on the wire and in code. */
  readonly nullable?: boolean;
  /** The value of an absent parameter. */
  readonly default?: Value;
  readonly aliases?: readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
}

const ownFields = new WeakMap<object, DescribedField[]>();

const allFields = new WeakMap<object, readonly DescribedField[]>();

/** The fields of a class in the order of their declaration, those of its base class first. */
export function fieldsOf(target: Class): readonly DescribedField[] {
  let fields = allFields.get(target);
  if (fields === undefined) {
    fields = collectFields(target);
    allFields.set(target, fields);
  }
  return fields;
}

function collectFields(target: Class): readonly DescribedField[] {
  const base = Object.getPrototypeOf(target) as Class;
  const inherited = base === Function.prototype ? [] : fieldsOf(base);
  const own = ownFields.get(target) ?? [];
  const redefined = new Set(own.map(({ property }) => property));
  return [...inherited.filter(({ property }) => !redefined.has(property)), ...own];
}

const renamings = new WeakMap<object, Readonly<Record<string, string>>>();

/** A base class: properties of its subclasses whose name on the wire is not their own name in snake_case. */
export function RenamedOnWire<const Names extends Readonly<Record<string, string>>, Base extends object = object>(
  names: Names,
  base: Class<Base> = class {} as unknown as Class<Base>,
): Class<WithNames<Base, Names>> {
  abstract class RenamedBase extends (base as Class) {}
  renamings.set(RenamedBase, { ...renamingOf(base), ...names });
  return RenamedBase as unknown as Class<WithNames<Base, Names>>;
}

function renamingOf(target: object | null): Readonly<Record<string, string>> {
  if (target === null) return {};
  return renamings.get(target) ?? renamingOf(Object.getPrototypeOf(target));
}

/** Adds a field to a class. For classes that are derived from another description; others use the decorators below. */
export function defineField(
  target: Class,
  property: string,
  type: FieldType,
  options: FieldOptions<unknown> & { readonly wireName?: string } = {},
): void {
  const finalType = options.nullable ? orNull(type) : type;
  const required = options.optional !== true && options.default === undefined;
  const field: DescribedField = {
    property,
    wireName: options.wireName ?? renamingOf(target)[property] ?? wireName(property),
    type: finalType,
    required,
    defaultValue: options.default,
    aliases: options.aliases ?? [],
    description: options.description,
    deprecated: options.deprecated ?? false,
  };
  const fields = ownFields.get(target) ?? [];
  ownFields.set(target, [...fields, field]);
  allFields.delete(target);
  const problemOf = (value: unknown): string | undefined =>
    value === undefined && !required ? undefined : finalType.problemOf(value, property);
  ValidateBy({
    name: type.kind,
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  })(target.prototype as object, property);
}
