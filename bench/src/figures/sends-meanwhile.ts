import { sleep } from '../load/closed-loop.js';
import { threadedLoad } from '../load/paced-load.js';
import type { Organization } from '../population/organization.js';
import { Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';
import { memoryOf, total } from './memory.js';

const MIB = 1024 * 1024;
export const SPELL_MS = 6_000;
export const SENDS_PER_SECOND = 40;
const SAMPLE_EVERY_MS = 500;

/** The 95th percentile of sends during `work`, and the most memory. */
export async function sendsDuring(stage: Stage, organization: Organization, work: () => Promise<unknown>) {
  const message = organization.user(1).toStream(organization.streamId('one'), 'paced', 'Meanwhile.');
  const pace = { port: stage.port, perSecond: SENDS_PER_SECOND, durationMs: SPELL_MS };
  let isOver = false;
  let highest = 0;
  const sampling = (async () => {
    while (!isOver) {
      highest = Math.max(highest, total(memoryOf(stage)));
      await sleep(SAMPLE_EVERY_MS);
    }
  })();
  const [{ latencies }] = await Promise.all([threadedLoad({ ...pace, request: message }), work()]);
  isOver = true;
  await sampling;
  return { p95: new Percentiles(latencies).at(95), mebibytes: highest / MIB };
}
