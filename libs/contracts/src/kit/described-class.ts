/// <reference path="./validate.d.ts" />
// Not from the index of the package: that loads 320 files for rules that no class here uses, which was an eighth of a service's start.
import { Validate, ValidatorConstraint } from 'class-validator/cjs/decorator/common/Validate.js';
import { type WithNames, wireName } from './names.js';
import { type FieldType, orNull } from './types/field-type.js';

/** A class with fields that decorators describe (`fields.ts`). */
export type Class<Value extends object = object> = abstract new () => Value;

export interface DescribedField {
  readonly property: string;
  readonly wireName: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Value in code if the parameter is absent. */
  readonly defaultValue: unknown;
  /** Further names of a parameter. Two of them in one request are an error (REQUEST_CONFUSING_VAR). */
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

/** Options of every decorator. A field is required unless it is optional or has a default. */
export interface FieldOptions<Value> {
  /** May be absent; `undefined` in code. */
  readonly optional?: boolean;
  /** May be `null`, on the wire and in code. */
  readonly nullable?: boolean;
  /** Value in code if the parameter is absent. */
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

/** A base class that gives properties of its subclasses a name on the wire other than their own in snake_case. */
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

/** Adds a field to a class that is built from another description. Other classes use the decorators. */
export function defineField(
  target: Class,
  property: string,
  type: FieldType,
  options: FieldOptions<unknown> & { readonly wireName?: string } = {},
): void {
  addField(target, {
    property,
    wireName: options.wireName ?? renamingOf(target)[property] ?? wireName(property),
    type: options.nullable ? orNull(type) : type,
    required: options.optional !== true && options.default === undefined,
    defaultValue: options.default,
    aliases: options.aliases ?? [],
    description: options.description,
    deprecated: options.deprecated ?? false,
  });
}

/** Adds a described field to a class, and its rule for class-validator. */
export function addField(target: Class, field: DescribedField): void {
  const own = ownFields.get(target);
  if (own === undefined) ownFields.set(target, [field]);
  else own.push(field);
  allFields.delete(target);
  Validate(FieldRule, [field])(target.prototype as object, field.property);
}

/** The rule of every field for class-validator. A rule made by one of its decorators is a class of its own. */
@ValidatorConstraint({ name: 'field' })
class FieldRule {
  validate(value: unknown, args: RuleArguments): boolean {
    return problemOf(value, args) === undefined;
  }

  defaultMessage(args: RuleArguments): string {
    return problemOf(args.value, args) ?? '';
  }
}

/** A part of the arguments of class-validator. */
interface RuleArguments {
  readonly value: unknown;
  readonly constraints: readonly [DescribedField];
}

function problemOf(value: unknown, { constraints: [{ property, type, required }] }: RuleArguments): string | undefined {
  return value === undefined && !required ? undefined : type.problemOf(value, property);
}
