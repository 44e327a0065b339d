import { once } from 'node:events';
import { metricOf } from '../support/metrics.js';
import { drain } from './redis-pair.js';
import { replacePrimary } from './redis-scenarios.js';
import type { Scenario } from './scenario.js';
import type { Stage } from './stage.js';

const SENDS = 'chat_requests_total{messages.send",outcome="ok"';

/** A replica of a service dies alone, or while a server fails over. */
export const REPLICA_SCENARIOS: readonly Scenario[] = [
  {
    name: 'replica-killed',
    title: 'the replica of messaging that executes the sends dies',
    happen: killBusyReplica,
  },
  {
    name: 'redis-and-replica',
    title: 'the same while Redis dies and a complete replica is promoted',
    happen: async (stage: Stage) => {
      await drain(stage.redis.primary);
      await Promise.all([killBusyReplica(stage), replacePrimary(stage.redis)]);
    },
  },
  {
    name: 'postgres-and-replica',
    title: 'the same while PostgreSQL dies and a synchronous standby is promoted',
    happen: async (stage: Stage) => {
      await stage.postgres.synchronize();
      stage.postgres.kill();
      await Promise.all([killBusyReplica(stage), stage.postgres.promote()]);
    },
  },
].map((scenario): Scenario => ({ ...scenario, stage: 'pairs', mayEnd: 'none', goalMs: 1_500 }));

/** Resolves when it is dead. */
async function killBusyReplica({ tested: { system } }: Stage): Promise<void> {
  const sends = await Promise.all([0, 1].map((instance) => metricOf(system, 'messaging', instance, SENDS)));
  const busy = (sends[0] ?? 0) > (sends[1] ?? 0) ? 0 : 1;
  const ended = once(system.process('messaging', busy), 'ended');
  system.kill('messaging', busy);
  await ended;
}
