import type { ApiError } from '@chat/contracts';
import { integer } from './integer.js';
import { Parameter, type Rule } from './parameter.js';
import { invalidValue } from './refusals.js';
import { text } from './text.js';

/** One of the listed strings, sent as it is, or one of the listed integers. `refusal`: of any other. */
export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  refusal: (name: string) => ApiError = invalidValue,
): Parameter<Value> {
  const allowed = new Set<unknown>(values);
  const { rule: base }: { rule: Rule<string> | Rule<number> } =
    typeof values[0] === 'number' ? integer() : text({ controlCharacters: 'allowed' });

  const listed = (value: unknown, name: string): Value => {
    if (!allowed.has(value)) throw refusal(name);
    return value as Value;
  };
  const rule: Rule<Value> = {
    kind: 'one of',
    encoding: 'plain',
    schema: { ...base.schema, enum: [...values] },
    read: (raw, name) => listed(base.read(raw, name), name),
    check: (value, name) => listed(base.check(value, name), name),
  };
  return new Parameter(rule as Rule<Exclude<Value, undefined>>);
}
