import { ApiError } from '@chat/contracts';
import type { JsonSchema } from './json-schema.js';
import { jsonRule, Parameter, type Rule, type ValueOf } from './parameter.js';
import { notA } from './refusals.js';

export interface AnyOfOptions<Unfit = never> {
  /** Text that is not JSON is taken as the string that it is: `to=design` as well as `to="design"`. */
  readonly orPlainText?: boolean;
  /** Stands for whatever no alternative fits, where its refusal depends on other parameters. */
  readonly unfit?: Unfit;
  /** What it should have been, for the refusal of what no alternative fits and nothing stands for. */
  readonly what?: string;
}

/** A JSON value that fits one of several alternatives; the first that fits decides. */
export function anyOf<const Alternatives extends readonly Parameter<unknown>[], Unfit = never>(
  alternatives: Alternatives,
  { orPlainText = false, unfit, what = 'an allowed_type' }: AnyOfOptions<Unfit> = {},
): Parameter<ValueOf<Alternatives[number]> | Unfit> {
  type Value = ValueOf<Alternatives[number]> | Unfit;

  const check = (value: unknown, name: string): Value => {
    for (const { rule } of alternatives) {
      if (!mayFit(value, rule.schema)) continue;
      try {
        return rule.check(value, name) as Value;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    if (unfit !== undefined) return unfit;
    throw notA(what, name);
  };
  const base = jsonRule('any of', { anyOf: alternatives.map(({ rule }) => rule.schema) }, check);
  const rule: Rule<Value> = orPlainText
    ? { ...base, encoding: 'json-or-plain', read: (text, name) => check(jsonOrText(text), name) }
    : base;
  return new Parameter<Value>(rule as Parameter<Value>['rule']);
}

/** False where the type alone decides: a refusal that nobody reads costs as much as all else that is read of a request. */
const mayFit = (value: unknown, { type }: JsonSchema): boolean =>
  type === 'string' ? typeof value === 'string' : type !== 'array' || Array.isArray(value);

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
