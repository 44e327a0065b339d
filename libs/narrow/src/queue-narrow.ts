import { type ApiError, badRequest } from '@chat/contracts';
import type { Narrow, NarrowCondition } from './narrow.js';
import { parseNarrow } from './parse-narrow.js';

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

/** As {@link parseNarrow}, but also throws BAD_REQUEST for an operator that queues do not support. */
export function parseQueueNarrow(value: unknown): Narrow {
  if (Array.isArray(value)) value.forEach(checkPair);
  const narrow = parseNarrow(value, notSupported);
  const unsupported = narrow.find((term) => !QUEUE_OPERATORS.has(term.operator));
  if (unsupported) throw notSupported(unsupported.operator);
  return narrow;
}

function checkPair(element: unknown, index: number): void {
  if (!Array.isArray(element)) return;
  if (element.length !== 2) throw badRequest(`narrow[${index}] should have exactly 2 items`);
  const wrong = element.findIndex((part) => typeof part !== 'string');
  if (wrong !== -1) throw badRequest(`narrow[${index}][${wrong}] is not a string`);
}

const notSupported = (operator: string): ApiError => badRequest(`Operator ${operator} not supported.`);
