import { register } from 'prom-client';

const counters = () =>
  ['chat_lost_tails_total', 'chat_event_queues_ended_total'].map((name) => register.getSingleMetric(name));

/** Counts from zero. */
export function resetLossCounters(): void {
  for (const counter of counters()) counter?.reset();
}

/** Losses by kind, and ended queues by reason, as this process exports them. */
export async function countedLosses(): Promise<Record<string, number>> {
  const metrics = await Promise.all(counters().map((counter) => counter?.get()));
  const values = metrics.flatMap((metric) => metric?.values ?? []);
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(), value]));
}
