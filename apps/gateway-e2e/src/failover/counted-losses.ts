import { eventually } from '@chat/testing';
import type { System } from '@chat/tools';
import { healthUrls } from '../support/metrics.js';
import type { Scenario } from './scenario.js';

/** Lost tails by kind, and ended queues by reason, of all replicas together; `epoch` is the last beginning of a log. */
export type CountedLosses = Readonly<Record<string, number>>;

const COUNTERS = /^(?:chat_lost_tails_total\{kind|chat_event_queues_ended_total\{reason)="([^"]+)".* (\d+)$/gm;
const EPOCH = /^chat_log_epoch\{.* (\d+)$/m;
const LOG_EPOCH = 'epoch';
/** Kinds of losses with which the log of a realm begins anew. */
const NEW_LOGS = ['postgresql', 'log'];

/** As the metrics pages of the services show them. */
export async function readCountedLosses(system: System): Promise<CountedLosses> {
  const urls = await healthUrls(system);
  const pages = await Promise.all(urls.map((url) => eventually(async () => (await fetch(`${url}/metrics`)).text())));
  const losses: Record<string, number> = {};
  for (const page of pages) {
    for (const [, label = '', count] of page.matchAll(COUNTERS)) losses[label] = (losses[label] ?? 0) + Number(count);
    losses[LOG_EPOCH] = Math.max(losses[LOG_EPOCH] ?? 0, Number(EPOCH.exec(page)?.[1] ?? 0));
  }
  return losses;
}

/** Sentences about losses of a scenario that the metrics do not show, or show in vain. */
export function wronglyCounted(
  { mayEnd, losesWrites }: Pick<Scenario, 'mayEnd' | 'losesWrites'>,
  endedQueues: number,
  [before, after]: readonly [CountedLosses, CountedLosses],
): string[] {
  const grown = (names: readonly string[]) => names.filter((name) => (after[name] ?? 0) > (before[name] ?? 0));
  if (mayEnd === 'none')
    return grown([...NEW_LOGS, LOG_EPOCH]).map((name) => `the metric of "${name}" rose without a loss`);
  const redis = Object.keys(after).filter((name) => name.startsWith('redis '));
  const expected = [
    losesWrites ? ['postgresql'] : redis,
    ...(losesWrites ? [[LOG_EPOCH], ['log began anew']] : []),
    // A queue that Redis lost as a whole is counted nowhere.
    ...(mayEnd === 'busy' && endedQueues > 0 ? [['lost tail', 'log gap']] : []),
  ];
  return expected.filter((names) => grown(names).length === 0).map((names) => `no metric rose of: ${names.join(', ')}`);
}
