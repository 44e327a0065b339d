import type { EgressResponse } from '@chat/egress';

/** Share by which a pause may be shorter or longer, so that webhooks with one receiver part. */
const JITTER = 0.2;
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Seconds until the attempt after `attempts` failed ones; undefined if there is none. */
export function nextPause(
  pauses: readonly number[],
  attempts: number,
  retryAfter: number | undefined,
  random = Math.random(),
): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause * (1 - JITTER + 2 * JITTER * random), retryAfter ?? 0);
}

/** The pause that a receiver asks for: seconds, or a date. Undefined if it asks for none. */
export function retryAfterOf({ headers }: Pick<EgressResponse, 'headers'>, nowMs = Date.now()): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - nowMs) / 1000;
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS) : undefined;
}
