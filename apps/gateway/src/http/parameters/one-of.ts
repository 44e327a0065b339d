import { type ApiError, oneOf as oneOfType } from '@chat/contracts';
import { Parameter, type Rule } from './parameter.js';

/** One of the listed strings, sent as it is, or one of the listed integers. `error`: of any other. */
export const oneOf = <const Value extends string | number>(
  values: readonly Value[],
  error?: (name: string) => ApiError,
): Parameter<Value> =>
  new Parameter<Value>(oneOfType(values, error === undefined ? {} : { error }) as Rule<Exclude<Value, undefined>>);
