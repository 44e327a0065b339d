import { badRequest, type NarrowErrors, refusingWith } from './invalid-narrow.js';
import type { Narrow, NarrowCondition } from './narrow.js';
import { parseTerms } from './parse-narrow.js';

/** Operators that a new message alone can decide. */
const QUEUE_OPERATORS: ReadonlySet<NarrowCondition['operator']> = new Set([
  'stream',
  'topic',
  'sender',
  'is',
  'dm',
  'dm-including',
  'id',
  'has',
]);

/** As `parseNarrow`, but also throws `badRequest` for an operator that queues do not support. */
export const parseQueueNarrow = (value: unknown, errors: NarrowErrors): Narrow =>
  refusingWith(errors, () => {
    if (Array.isArray(value)) value.forEach(checkPair);
    const narrow = parseTerms(value, notSupported);
    const unsupported = narrow.find((term) => !QUEUE_OPERATORS.has(term.operator));
    if (unsupported) throw notSupported(unsupported.operator);
    return narrow;
  });

function checkPair(element: unknown, index: number): void {
  if (!Array.isArray(element)) return;
  if (element.length !== 2) throw badRequest(`narrow[${index}] should have exactly 2 items`);
  const wrong = element.findIndex((part) => typeof part !== 'string');
  if (wrong !== -1) throw badRequest(`narrow[${index}][${wrong}] is not a string`);
}

const notSupported = (operator: string): Error => badRequest(`Operator ${operator} not supported.`);
