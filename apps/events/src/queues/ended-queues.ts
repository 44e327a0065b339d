import { Counter } from 'prom-client';

const REASONS = ['lost tail', 'log gap', 'log began anew'] as const;

const ended = new Counter({
  name: 'chat_event_queues_ended_total',
  help: 'Event queues that were dropped whole because they could miss an event; their clients register again.',
  labelNames: ['reason'] as const,
});
for (const reason of REASONS) ended.inc({ reason }, 0);

/**
 * `lost tail`: Redis lost events that the client has. `log gap`: the log lost events that the queue lacks. `log began anew`: the log of the realm
 * has a new epoch.
 */
export function countEnded(reason: (typeof REASONS)[number], count: number): void {
  if (count > 0) ended.inc({ reason }, count);
}
