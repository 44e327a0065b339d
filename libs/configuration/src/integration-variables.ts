import { EGRESS } from './egress-variables.js';
import { integer, structured } from './kinds.js';
import { UnfitValue } from './unfit-value.js';

const MAX_PAUSES = 30;
const MAX_PAUSE_SECONDS = 7 * 86_400;

function retryPauses(text: string): readonly number[] {
  const pauses = text.split(',').map((entry) => entry.trim());
  const fits = pauses.every((pause) => /^\d{1,7}$/.test(pause) && Number(pause) <= MAX_PAUSE_SECONDS);
  if (!fits || pauses.length > MAX_PAUSES) throw new UnfitValue('set seconds separated by commas, such as 5,300,1800');
  return pauses.map(Number);
}

const EVENT_WEBHOOKS = {
  EVENT_WEBHOOKS_PER_USER: integer('Event webhooks of one user', { fallback: 50 }),
  EVENT_WEBHOOK_TIMEOUT_SECONDS: integer('Seconds of one request to the address of an event webhook', {
    fallback: 15,
    min: 1,
    max: 60,
  }),
  EVENT_WEBHOOK_RETRY_SECONDS: structured<readonly number[]>(
    'Seconds before each further attempt of a delivery: a list with commas; its length is the number of further attempts',
    {
      fallback: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      shownDefault: '`5,300,1800,7200,18000,36000,50400,72000,86400`',
    },
    retryPauses,
  ),
  EVENT_WEBHOOK_DISABLE_AFTER_SECONDS: integer('Seconds with failures only after which an event webhook is stopped', {
    fallback: 5 * 86_400,
    min: 1,
  }),
};

const OUTGOING_WEBHOOKS = {
  OUTGOING_WEBHOOK_TIMEOUT_SECONDS: integer('Seconds within which the server of an outgoing webhook bot must respond', {
    fallback: 10,
    min: 1,
    max: 60,
  }),
};

/** Variables of apps/integrations. */
export const INTEGRATIONS = { ...EGRESS, ...EVENT_WEBHOOKS, ...OUTGOING_WEBHOOKS };
