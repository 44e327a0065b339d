import { join } from 'node:path';
import { makeTemporaryFolder, type RunningServer, startRedis } from '@chat/tools';
import { Redis } from 'ioredis';
import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { pacedLoad } from '../load/paced-load.js';
import { type Figure, type FigureContext, row } from '../measurement.js';
import { HUNDRED, type Organization } from '../population/organization.js';
import { Percentiles } from '../stats/percentiles.js';
import { type Stage, warmUp } from '../system/stage.js';

const STREAM = 'one hundred';
const RECEIVERS = 20;
/** Both systems take many short turns: a machine is not equally fast for a minute. */
const ROUNDS = 15;
const TURN_MS = 1_000;
/** One message at a time, and many that share the rounds of the barrier. */
const PACES = [20, 300];
/** At a lower pace the CPU of idle processes counts most. */
const MIN_PACE_FOR_CPU = 100;
/** Limit for the last arrivals of a turn. */
const MAX_SETTLE_MS = 2_000;
const SETTLE_PROBE_MS = 20;
const REPLICA_POLL_MS = 50;

interface Replicated {
  readonly stage: Stage;
  readonly organization: Organization;
  readonly replica: RunningServer;
  readonly crowd: Crowd;
  readonly messages: MarkedMessages;
  /** By pace. */
  readonly arrivals: number[][];
  readonly cpuMs: number[][];
  sent: number;
}

/** A system with a replica of its Redis, and 20 receivers. */
async function open(afterReplicas: number, openStage: FigureContext['ownStage']): Promise<Replicated> {
  const stage = await openStage({ env: { EVENTS_AFTER_REPLICAS: String(afterReplicas) } });
  const replica = await replicaOf(stage.system.redisUrl);
  const organization = await stage.organization(HUNDRED);
  await warmUp(organization, STREAM, stage.port);
  const messages = new MarkedMessages();
  const crowd = await Crowd.gather(organization.users.slice(-RECEIVERS), messages);
  const measured = { arrivals: PACES.map(() => []), cpuMs: PACES.map(() => []), sent: 0 };
  return { stage, organization, replica, crowd, messages, ...measured };
}

async function replicaOf(primaryUrl: string): Promise<RunningServer> {
  const replica = await startRedis({ folder: join(makeTemporaryFolder('chat-bench-'), 'replica'), isDurable: true });
  const { hostname, port, password } = new URL(primaryUrl);
  const redis = new Redis(replica.url);
  await redis.config('SET', 'masterauth', password);
  await redis.replicaof(hostname, Number(port));
  while (!(await redis.info('replication')).includes('master_link_status:up')) await sleep(REPLICA_POLL_MS);
  redis.disconnect();
  return replica;
}

/** Adds the arrivals of one turn, and the CPU of all processes but the replica for each message. */
async function takeTurn(system: Replicated, pace: number): Promise<void> {
  const { stage, organization, messages } = system;
  const streamId = organization.streamId(STREAM);
  let sent = 0;
  messages.reset();
  const next = () => organization.user(sent++ % HUNDRED.users).toStream(streamId, 'turns', messages.next());
  const cpu = await stage.cpuDuring(async () => {
    await pacedLoad({ port: stage.port, perSecond: PACES[pace] as number, durationMs: TURN_MS, next });
    const giveUpAt = performance.now() + MAX_SETTLE_MS;
    while (messages.arrived < sent * RECEIVERS && performance.now() < giveUpAt) await sleep(SETTLE_PROBE_MS);
  });
  system.arrivals[pace]?.push(...messages.latencies);
  system.cpuMs[pace]?.push(cpu.stackMs / sent);
  system.sent += sent;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Arrival and CPU of a message without and with EVENTS_AFTER_REPLICAS, in turns. */
export const afterReplicas: Figure = {
  name: 'after-replicas',
  async measure({ ownStage }) {
    const systems = [await open(0, ownStage), await open(1, ownStage)];
    for (let round = 0; round < ROUNDS; round++) {
      for (const pace of PACES.keys()) for (const system of systems) await takeTurn(system, pace);
    }
    for (const { crowd, replica } of systems) {
      await crowd.disperse();
      await replica.stop();
    }
    const measurements = systems.flatMap(({ arrivals, cpuMs }, setting) =>
      PACES.flatMap((perSecond, pace) => {
        const what = `EVENTS_AFTER_REPLICAS=${setting}, ${perSecond}/s to ${RECEIVERS} receivers`;
        const latencies = new Percentiles(arrivals[pace] ?? []);
        return [
          row(`${what}: send to arrival p50`, latencies.at(50), 'ms'),
          row(`${what}: send to arrival p99`, latencies.at(99), 'ms'),
          ...(perSecond < MIN_PACE_FOR_CPU ? [] : [row(`${what}: CPU per message`, mean(cpuMs[pace] ?? []), 'ms')]),
        ];
      }),
    );
    const details = systems.map(({ cpuMs, arrivals, sent }) => ({
      cpuMs,
      arrived: arrivals.flat().length,
      expected: sent * RECEIVERS,
    }));
    return { measurements, details: { systems: details } };
  },
};
