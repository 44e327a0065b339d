import { FAILURE, SUCCESS } from '../text/phrases.js';

const GOOD = new Set(['success', 'successful', 'passed', 'built', 'approved', 'fixed', 'completed', 'active']);
const BAD = new Set(['failure', 'failed', 'error', 'errored', 'timed_out', 'startup_failure', 'action_required']);
const STOPPED = new Set(['canceled', 'cancelled', 'stopped', 'skipped', 'stale']);

/** The state with an emoji after it, if it is good or bad. */
export function withEmoji(state: string, text = state): string {
  const key = state.toLowerCase();
  if (GOOD.has(key)) return `${text} ${SUCCESS}`;
  if (BAD.has(key)) return `${text} ${FAILURE}`;
  return STOPPED.has(key) ? `${text} :stop_sign:` : text;
}
