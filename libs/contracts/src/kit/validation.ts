import { badRequest } from '../errors/api-errors.js';
import type { Class } from './described-class.js';
import { problemIn } from './types/object.js';

/** The value itself, if it is a correct object of the class in code; throws a BAD_REQUEST that names the field otherwise. */
export function validated<Value extends object>(target: Class<Value>, value: unknown): Value {
  const problem = problemIn(target, value, target.name);
  if (problem !== undefined) throw badRequest(problem);
  return value as Value;
}
