import { addField, type Class, type DescribedField, fieldsOf } from './described-class.js';
import type { Renamed, RenamingOf, WireNameIn } from './names.js';

/* Classes made from other classes, as in @nestjs/mapped-types. Fields keep their types, names and descriptions. */

function copyFields(
  from: Class,
  into: Class,
  change: (field: DescribedField) => Partial<DescribedField> | undefined,
): void {
  for (const field of fieldsOf(from)) {
    const changed = change(field);
    if (changed !== undefined) addField(into, { ...field, ...changed });
  }
}

/** The same fields, all optional and without defaults. */
export function PartialType<Value extends object>(base: Class<Value>): Class<Partial<Value>> {
  abstract class AllOptional {}
  copyFields(base, AllOptional, () => ({ required: false, defaultValue: undefined }));
  return AllOptional as Class<Partial<Value>>;
}

/** The fields of both classes. */
export function IntersectionType<Left extends object, Right extends object>(
  left: Class<Left>,
  right: Class<Right>,
): Class<Left & Right> {
  abstract class Both {}
  for (const base of [left, right]) copyFields(base, Both, () => ({}));
  return Both as Class<Left & Right>;
}

/** Only these fields. */
export function PickType<Value extends object, const Key extends keyof Value & string>(
  base: Class<Value>,
  keys: readonly Key[],
): Class<Pick<Value, Key> & RenamingOf<Value>> {
  abstract class Picked {}
  copyFields(base, Picked, ({ property }) => ((keys as readonly string[]).includes(property) ? {} : undefined));
  return Picked as Class<Pick<Value, Key> & RenamingOf<Value>>;
}

/** All fields except these. */
export function OmitType<Value extends object, const Key extends keyof Value & string>(
  base: Class<Value>,
  keys: readonly Key[],
): Class<Omit<Value, Key>> {
  abstract class Remaining {}
  copyFields(base, Remaining, ({ property }) => ((keys as readonly string[]).includes(property) ? undefined : {}));
  return Remaining as Class<Omit<Value, Key>>;
}

type Prefixed<Value, Prefix extends string> = Omit<Value, keyof RenamingOf<Value>> &
  Renamed<{ readonly [Name in keyof Value & string]: `${Prefix}${WireNameIn<Value, Name>}` }>;

/** The same fields with a prefix of their names on the wire. */
export function PrefixedType<Value extends object, const Prefix extends string>(
  base: Class<Value>,
  prefix: Prefix,
): Class<Prefixed<Value, Prefix>> {
  abstract class WithPrefix {}
  copyFields(base, WithPrefix, ({ wireName }) => ({ wireName: prefix + wireName }));
  return WithPrefix as Class<Prefixed<Value, Prefix>>;
}
