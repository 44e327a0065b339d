import { type FieldType, mapped, orNull, refined } from '@chat/contracts';

/** How a parameter is described, read and checked. */
export type Rule<Value> = Omit<FieldType<Value>, 'problemOf'> & Partial<Pick<FieldType<Value>, 'problemOf'>>;

type Given<Value> = Exclude<Value, undefined>;

interface Presence<Value> {
  readonly required: boolean;
  readonly defaultValue: Value | undefined;
  readonly aliases: readonly string[];
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** The name in code, if it is not the camelCase form of the name on the wire. */
  readonly property?: string | undefined;
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
  readonly property: string | undefined;

  readonly rule: FieldType<Given<Value>>;

  constructor(rule: Rule<Given<Value>>, presence: Partial<Presence<Value>> = {}) {
    // Values in code are validated by the service, by its own contract.
    this.rule = { problemOf: () => undefined, ...rule };
    this.required = presence.required ?? true;
    this.defaultValue = presence.defaultValue;
    this.aliases = presence.aliases ?? [];
    this.description = presence.description;
    this.deprecated = presence.deprecated ?? false;
    this.property = presence.property;
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
    return this.withRule(refined(this.rule, check));
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
    return new Parameter<Value | null>(orNull(this.rule) as Rule<Given<Value | null>>, {
      ...this.presence(),
      defaultValue: this.defaultValue,
    });
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
