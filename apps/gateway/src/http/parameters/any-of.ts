import { type AnyOfOptions, anyOf as anyOfType } from '@chat/contracts';
import { Parameter, type Rule, type ValueOf } from './parameter.js';

/** A JSON value that fits one of several alternatives; the first that fits decides. */
export function anyOf<const Alternatives extends readonly Parameter<unknown>[], Unfit = never>(
  alternatives: Alternatives,
  options?: AnyOfOptions<Unfit>,
): Parameter<ValueOf<Alternatives[number]> | Unfit> {
  type Value = ValueOf<Alternatives[number]> | Unfit;
  const type = anyOfType(
    alternatives.map(({ rule }) => rule),
    options,
  );
  return new Parameter<Value>(type as unknown as Rule<Exclude<Value, undefined>>);
}
