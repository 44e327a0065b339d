import { type ApiError, badRequest } from '@chat/contracts';
import type { Narrow, NarrowCondition } from './narrow.js';
import { parseNarrow } from './parse-narrow.js';

/** What a queue's narrow may ask: all that a new message tells by itself. */
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

/**
 * As {@link parseNarrow}, for a queue: throws BAD_REQUEST also for an operator that queues do not know, or nobody does.
 * Source: public behaviour, POST /register.
 */
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
