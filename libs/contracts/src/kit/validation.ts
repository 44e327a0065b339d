import { badRequest } from '../errors/api-errors.js';
import type { Class } from './described-class.js';
import { problemIn } from './types/object.js';

/** Returns a valid object of the class in code. Throws a BAD_REQUEST that names the invalid field. */
export function validated<Value extends object>(target: Class<Value>, value: unknown): Value {
  const problem = problemIn(target, value, target.name);
  if (problem !== undefined) throw badRequest(problem);
  return value as Value;
}
