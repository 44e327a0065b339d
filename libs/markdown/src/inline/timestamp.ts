import type { StateInline } from 'markdown-it';
import { MAX_TIME_LENGTH } from '../limits.js';
import { parseTime } from '../time/parse-time.js';
import { pushElement } from './element-token.js';

const TIMESTAMP = new RegExp(`<time:([^>\\n]{0,${MAX_TIME_LENGTH}})>`, 'y');

/** `<time:2023-05-28T13:30:00+05:30>`: a moment that clients show in the reader's time zone. */
export function timestampRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x3c || state.linkLevel > 0) {
    return false;
  }
  TIMESTAMP.lastIndex = pos;
  const match = TIMESTAMP.exec(src);
  if (match === null || TIMESTAMP.lastIndex > state.posMax) {
    return false;
  }
  const text = match[1] ?? '';
  state.pos = TIMESTAMP.lastIndex;
  const moment = parseTime(text);
  if (moment === null) {
    pushElement(state, 'span', [['class', 'timestamp-error']], `Invalid time format: ${text}`);
  } else {
    pushElement(state, 'time', [['datetime', moment]], text);
  }
  return true;
}
