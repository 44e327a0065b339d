import { textOf } from '../../incoming-webhooks/payload/fields.js';
import { code, plain } from '../../incoming-webhooks/text/markdown.js';
import { inWords, timeOf } from '../../incoming-webhooks/text/phrases.js';
import type { Data } from './stripe.payload.js';

const MAX_CHANGES = 50;
const MAX_LENGTH = 200;
/** Attributes with times in seconds, for example `trial_end` and `current_period_start`. */
const TIME = /(?:^created|_at|_start|_end|_on|_date)$/;
const LAST_TIME_S = 253_402_300_799;

export const hasChanges = ({ previousAttributes }: Data): boolean => previousAttributes !== undefined;

/** A bullet with the new value of each changed attribute. */
export function changesOf({ previousAttributes, values }: Data, ignored: readonly string[] = []): string {
  const now = entriesOf(values);
  const names = [...entriesOf(previousAttributes).keys()].filter((name) => !ignored.includes(name)).sort();
  return names
    .slice(0, MAX_CHANGES)
    .map((name) => `\n* ${sentenceCase(inWords(shortened(name)))} is now ${shown(name, now.get(name))}`)
    .join('');
}

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map();

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shortened = (text: string): string => textOf(text.slice(0, MAX_LENGTH)) ?? '';

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'not set';
  if (typeof value === 'number' && TIME.test(name) && value > 0 && value < LAST_TIME_S) return timeOf(value * 1_000);
  if (typeof value === 'object') return code(shortened(JSON.stringify(value)));
  return plain(shortened(String(value)));
}
