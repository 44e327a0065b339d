import type { JsonSchema } from './json-schema.js';
import { notJson, tooDeep } from './refusals.js';

/** How a value stands on the wire: as it is, as JSON text, or as JSON text that may also be left unquoted. */
export type Encoding = 'plain' | 'json' | 'json-or-plain';

/** One kind of value: how it is described, read from a request's text, and checked inside a JSON document. */
export interface Rule<Value> {
  /** What it is, for tools that enumerate parameters: `text`, `integer`, `list` … */
  readonly kind: string;
  readonly encoding: Encoding;
  readonly schema: JsonSchema;
  /** Reads the text of a form field or query parameter. Throws an `ApiError` that names `name`. */
  read(text: string, name: string): Value;
  /** Checks a value that was already parsed from JSON. Throws an `ApiError` that names `name`. */
  check(value: unknown, name: string): Value;
}

type Given<Value> = Exclude<Value, undefined>;

interface Presence<Value> {
  readonly required: boolean;
  readonly defaultValue: Value | undefined;
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

/**
 * A parameter of an endpoint, or a member of a JSON object in one: a rule, and whether it must be there. Immutable; each
 * method answers a changed copy. Required unless `.optional()` or `.default(…)` says otherwise.
 */
export class Parameter<Value> implements Presence<Value> {
  readonly required: boolean;
  readonly defaultValue: Value | undefined;
  /** Further names on the wire. Two of them in one request are refused (REQUEST_CONFUSING_VAR). */
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly deprecated: boolean;

  constructor(
    readonly rule: Rule<Given<Value>>,
    presence: Partial<Presence<Value>> = {},
  ) {
    this.required = presence.required ?? true;
    this.defaultValue = presence.defaultValue;
    this.aliases = presence.aliases ?? [];
    this.description = presence.description;
    this.deprecated = presence.deprecated ?? false;
  }

  /** `undefined` when absent. */
  optional(): Parameter<Value | undefined> {
    return this.with<Value | undefined>({ required: false, defaultValue: undefined });
  }

  /** `value` when absent. */
  default(value: Given<Value>): Parameter<Given<Value>> {
    return this.with<Given<Value>>({ required: false, defaultValue: value });
  }

  alias(...names: string[]): Parameter<Value> {
    return this.with({ aliases: [...this.aliases, ...names] });
  }

  describe(description: string): Parameter<Value> {
    return this.with({ description });
  }

  deprecate(): Parameter<Value> {
    return this.with({ deprecated: true });
  }

  /** A further check of a value that is there; it throws an `ApiError` that names `name`. */
  refine(check: (value: Given<Value>, name: string) => void): Parameter<Value> {
    return this.withRule(
      mapped(this.rule, (value, name) => {
        check(value, name);
        return value;
      }),
    );
  }

  /** Another value for the handler than the one on the wire. The default, if any, is given after this. */
  map<Other>(convert: (value: Given<Value>, name: string) => Other): Parameter<Other | Extract<Value, undefined>> {
    return new Parameter<Other | Extract<Value, undefined>>(
      mapped(this.rule, convert) as Rule<Given<Other | Extract<Value, undefined>>>,
      { required: this.required, aliases: this.aliases, description: this.description, deprecated: this.deprecated },
    );
  }

  /** JSON `null` is a value of its own. Only for parameters and members that are JSON. */
  orNull(): Parameter<Value | null> {
    const { rule } = this;
    const check = (value: unknown, name: string): Given<Value> | null =>
      value === null ? null : rule.check(value, name);
    return new Parameter<Value | null>(
      {
        kind: rule.kind,
        encoding: 'json',
        schema: { anyOf: [rule.schema, { type: 'null' }] },
        check,
        read: (text: string, name: string) => check(parseJson(text, name), name),
      } as Rule<Given<Value | null>>,
      { ...this.presence(), defaultValue: this.defaultValue },
    );
  }

  private presence(): Omit<Presence<Value>, 'defaultValue'> {
    const { required, aliases, description, deprecated } = this;
    return { required, aliases, description, deprecated };
  }

  private with<Other>(changed: Partial<Presence<Other>>): Parameter<Other> {
    const kept = { ...this.presence(), defaultValue: this.defaultValue } as unknown as Presence<Other>;
    return new Parameter<Other>(this.rule as unknown as Rule<Given<Other>>, { ...kept, ...changed });
  }

  private withRule(rule: Rule<Given<Value>>): Parameter<Value> {
    return new Parameter<Value>(rule, { ...this.presence(), defaultValue: this.defaultValue });
  }
}

/** The value a handler receives for a parameter. */
export type ValueOf<P> = P extends Parameter<infer Value> ? Value : never;

/** How deep arrays and objects in a parameter may be nested. No parameter needs more than a few. */
const MAX_JSON_DEPTH = 50;

/** The value of a parameter's JSON text. What is nested so deep that writing it again would overflow the stack is refused. */
export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(name);
  }
  if (text.length > 2 * MAX_JSON_DEPTH && isDeeper(value, MAX_JSON_DEPTH)) throw tooDeep(name, MAX_JSON_DEPTH);
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** A rule for values that are always JSON text on the wire. */
export function jsonRule<Value>(
  kind: string,
  schema: JsonSchema,
  check: (value: unknown, name: string) => Value,
): Rule<Value> {
  return { kind, encoding: 'json', schema, check, read: (text, name) => check(parseJson(text, name), name) };
}

function mapped<From, To>(rule: Rule<From>, convert: (value: From, name: string) => To): Rule<To> {
  return {
    kind: rule.kind,
    encoding: rule.encoding,
    schema: rule.schema,
    check: (value, name) => convert(rule.check(value, name), name),
    read: (text, name) => convert(rule.read(text, name), name),
  };
}
