/** `queueId` becomes `queue_id`: names are camelCase in code and snake_case on the wire. */
export type WireName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${WireName<Tail>}`
    : `_${Lowercase<Head>}${WireName<Tail>}`
  : Name;

export declare const renamed: unique symbol;
/** Empty, so that objects of classes with different names can be assigned to each other. */
// biome-ignore lint/suspicious/noEmptyInterface: carries its parameter.
interface Renaming<_Names> {}
/** Exists only in types: the names that `RenamedOnWire` gave to properties. */
export type Renamed<Names> = { readonly [renamed]?: Renaming<Names> };
/** The renaming of a class, for types that are made of it. */
export type RenamingOf<Value> = Pick<Value, keyof Value & typeof renamed>;
export type WithNames<Value, Names> = Omit<Value, typeof renamed> &
  Renamed<(Value extends Renamed<infer Others> ? Others : unknown) & Names>;

/** The name on the wire of a property of a class. */
export type WireNameIn<Value, Name> =
  Value extends Renamed<infer Names>
    ? Name extends keyof Names
      ? Names[Name] & string
      : WireName<Name & string>
    : WireName<Name & string>;

/** An object as it stands on the wire: the same object with snake_case names, at every depth. */
export type Wire<Value> = Value extends readonly unknown[]
  ? { readonly [Index in keyof Value]: Wire<Value[Index]> }
  : Value extends object
    ? { readonly [Name in keyof Value as Name extends symbol ? never : WireNameIn<Value, Name>]: Wire<Value[Name]> }
    : Value;

/** `twentyFourHourTime` -> `twenty_four_hour_time`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `twenty_four_hour_time` -> `twentyFourHourTime`. */
export const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
