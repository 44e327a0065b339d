import { badRequest } from '@chat/contracts';
import type { Narrow, NarrowCondition } from './narrow.js';

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

/** Throws BAD_REQUEST when the narrow has an operator that queues do not know. Source: public behaviour, POST /register. */
export function checkQueueNarrow(narrow: Narrow): void {
  const unsupported = narrow.find((term) => !QUEUE_OPERATORS.has(term.operator));
  if (unsupported) throw badRequest(`Operator ${unsupported.operator} not supported.`);
}
