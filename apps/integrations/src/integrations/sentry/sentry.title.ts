import { MismatchedPayload } from '../../incoming-webhooks/payload/fields.js';
import type { Metadata } from './sentry.payload.js';

/** Titles of events without a message. */
const EMPTY_TITLES = new Set(['', '<unknown>', '<unlabeled event>']);

/** The title, or type and value of the exception. */
export function titleOf({ title = '', metadata }: { readonly title?: string; readonly metadata?: Metadata }): string {
  if (!EMPTY_TITLES.has(title)) return title;
  const parts = [metadata?.type, metadata?.value].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(': ');
  if (title === '') throw new MismatchedPayload('title');
  return title;
}
