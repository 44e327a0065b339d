/** `queueId` becomes `queue_id`: names are camelCase in code and snake_case on the wire. */
export type WireName<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${WireName<Tail>}`
    : `_${Lowercase<Head>}${WireName<Tail>}`
  : Name;

/** An object as it stands on the wire: the same object with snake_case names, at every depth. */
export type Wire<Value> = Value extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as Name extends string ? WireName<Name> : Name]: Wire<Value[Name]> }
    : Value;

/** `twentyFourHourTime` -> `twenty_four_hour_time`. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `twenty_four_hour_time` -> `twentyFourHourTime`. */
export const camelCase = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
