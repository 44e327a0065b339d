import type { StateInline } from 'markdown-it';
import { MAX_TIME_LENGTH } from '../limits.js';
import { parseTime } from '../time/parse-time.js';
import { matchHere, pushElement } from './tokens.js';

const TIMESTAMP = new RegExp(`<time:([^>\\n]{0,${MAX_TIME_LENGTH}})>`, 'y');

/** `<time:2023-05-28T13:30:00+05:30>`: a moment that clients show in the reader's time zone. */
export function timestampRule(state: StateInline): boolean {
  const match = matchHere(state, '<', TIMESTAMP);
  if (match === null) return false;
  const [whole, text = ''] = match;
  const moment = parseTime(text);
  if (moment === null) pushElement(state, 'span', { class: 'timestamp-error' }, `Invalid time format: ${text}`);
  else pushElement(state, 'time', { datetime: moment }, text);
  state.pos += whole.length;
  return true;
}
