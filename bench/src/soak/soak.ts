import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connectRedis } from '@chat/redis';
import { sleep } from '../load/closed-loop.js';
import type { OrganizationPlan } from '../population/organization.js';
import { svgOf } from '../report/svg-plot.js';
import { rounded } from '../report/table.js';
import { Percentiles } from '../stats/percentiles.js';
import { CpuMeter } from '../system/processes.js';
import { Stage, sendInLoops, warmUp } from '../system/stage.js';
import { findFaults } from './accounting.js';
import { Overload } from './overload.js';
import { QueueReader } from './queue-reader.js';
import { Sampler } from './sampler.js';

const CAPACITY_MS = 5_000;
const CAPACITY_CONNECTIONS = 64;
const READERS = 20;
const PLAN: OrganizationPlan = { name: 'soak', users: 300, streams: { engine: 300 } };
/** Each acknowledged message must have arrived everywhere within this time after the last response. */
const ARRIVAL_MS = 60_000;
const IDLE_OPENED_AT_ONCE = 250;
/** Duration of the half load after the overload. */
const RECOVERY_MS = 6_000;
const RECOVERY_FACTOR = 0.5;
const RECOVERY_CONNECTIONS = 100;

/** Promises during overload. They allow for delays of the generator on the same machine. */
const PROMISED = {
  acceptedP99Ms: 2_000,
  acceptedMaxMs: 5_000,
  refusedP99Ms: 2_000,
  longestPollMs: 5_000,
  /** Time after the end of the load until no request is refused and responses are fast. */
  recoveredAfterMs: 2_000,
  recoveredP99Ms: 500,
  /** Shares of the rate before the overload: accepted during it, and accepted after it. */
  accepted: 0.5,
  capacityAfter: 0.7,
  /**
   * Memory of a process in the last quarter against the second: caches fill, and a heap uses its whole limit. PostgreSQL's memory is bounded
   * by its configuration and mostly cache.
   */
  growth: { factor: 1.4, mib: 64 },
  /** All data in Redis: the log (about 100,000 entries of a realm) and unread queues. */
  redisMib: 400,
} as const;

/** The environment variables of `npm run soak`. */
function readPlan() {
  const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
  return {
    durationMs: number('SOAK_SECONDS', 180) * 1_000,
    factor: number('SOAK_FACTOR', 2),
    connections: number('SOAK_CONNECTIONS', 4_000),
    idleConnections: number('SOAK_IDLE', 5_000),
  };
}

/**
 * Sends twice (`SOAK_FACTOR`) the capacity of the system for `SOAK_SECONDS` (180) over `SOAK_CONNECTIONS` (4,000), next to `SOAK_IDLE` (5,000)
 * idle ones, while queues are read. Then it checks the promises. Factor 0: every connection sends its next message right after any
 * response. Writes curves and report into `folder`. Resolves with 1 if a promise was broken, else 0. `root` is the root of the repository.
 */
export async function soak(root: string, folder: string): Promise<number> {
  const plan = readPlan();
  const stage = await Stage.open({ root, onProgress: say });
  const redis = connectRedis(stage.system.redisUrl, { name: 'soak' });
  try {
    const organization = await stage.organization(PLAN);
    const streamId = organization.streamId('engine');
    await warmUp(organization, 'engine', stage.port);
    const overload = new Overload(organization.users, streamId, 'soak');
    const readers = await Promise.all(
      organization.users.slice(0, READERS).map((user) => QueueReader.register(user, overload.acknowledgedAtMs)),
    );
    const capacity = () => sendInLoops(organization, 'engine', stage.port, CAPACITY_CONNECTIONS, CAPACITY_MS);
    const { perSecond: before } = await capacity();
    const perSecond = plan.factor === 0 ? Number.POSITIVE_INFINITY : before * plan.factor;
    say(
      `it takes ${rounded(before)} sends a second; now ${plan.factor || 'no'} times that for ${plan.durationMs / 1_000} s`,
    );

    const idle = await openIdle(stage.port, plan.idleConnections);
    const usedBytes = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0);
    const sampler = new Sampler(stage.system, overload, usedBytes);
    const meter = new CpuMeter(stage.system);
    meter.begin();
    for (const reader of readers) reader.beginWatch();
    await overload.run({ connections: plan.connections, perSecond, durationMs: plan.durationMs });
    for (const reader of readers) reader.endWatch();
    const cpu = meter.end();

    const afterwards = new Overload(organization.users, streamId, 'afterwards');
    const calm = { connections: RECOVERY_CONNECTIONS, perSecond: before * RECOVERY_FACTOR };
    await afterwards.run({ ...calm, durationMs: PROMISED.recoveredAfterMs });
    const soonRefused = afterwards.latencies.refused.length;
    const recovered = new Overload(organization.users, streamId, 'recovered');
    await recovered.run({ ...calm, durationMs: RECOVERY_MS - PROMISED.recoveredAfterMs });
    const { perSecond: after } = await capacity();
    await arrival(readers, overload);
    sampler.stop();
    for (const reader of readers) reader.stop();
    const idleClosed = idle.filter(({ closed }) => closed).length;
    for (const socket of idle) socket.destroy();

    const accepted = new Percentiles(overload.latencies.accepted);
    const refused = new Percentiles(overload.latencies.refused);
    const calmly = new Percentiles(recovered.latencies.accepted);
    const arrivals = new Percentiles(readers.flatMap((reader) => reader.arrivals));
    const longestPollMs = Math.max(...readers.map((reader) => reader.longestPollMs));
    const pollsRefused = readers.reduce((sum, { failures }) => sum + failures, 0);
    const dropped = readers.filter(({ isDropped }) => isDropped).length;
    const redisMib = sampler.highest('redis/data in Redis', 0, plan.durationMs);
    const growth = sampler.growth(plan.durationMs);
    const acceptedPerSecond = overload.acknowledged.size / (cpu.wallMs / 1_000);
    const promises: [is: number, atMost: number, what: string][] = [
      [accepted.at(99), PROMISED.acceptedP99Ms, 'ms: p99 of what was accepted'],
      [accepted.max, PROMISED.acceptedMaxMs, 'ms: the longest of what was accepted'],
      [refused.at(99) || 0, PROMISED.refusedP99Ms, 'ms: p99 of refusals'],
      [longestPollMs, PROMISED.longestPollMs, 'ms: the longest that a poll waited'],
      [pollsRefused, 0, 'polls refused or broken'],
      [dropped, 0, 'queues dropped, since they fell too far behind'],
      [idleClosed, 0, 'idle connections closed'],
      [recovered.latencies.refused.length, 0, 'sends refused when the load was over'],
      [calmly.at(99), PROMISED.recoveredP99Ms, 'ms: p99 when the load was over'],
      [before * PROMISED.accepted, acceptedPerSecond, 'sends a second are the least that it should accept meanwhile'],
      [before * PROMISED.capacityAfter, after, 'sends a second are the least that it should take afterwards'],
      [redisMib, PROMISED.redisMib, 'MiB of data in Redis'],
      ...growth
        .filter(({ name }) => !/redis|postgres/i.test(name))
        .map(({ name, early, late }): [number, number, string] => [
          late,
          early * PROMISED.growth.factor + PROMISED.growth.mib,
          `MiB: ${name} at last`,
        ]),
    ];
    const faults = [
      ...(await findFaults(organization.user(0), streamId, overload, readers)),
      ...promises
        .filter(([is, atMost]) => !(is <= atMost))
        .map(([is, atMost, what]) => `${rounded(is)} (at most ${rounded(atMost)}) ${what}.`),
    ];
    const share = (ms: number) => `${Math.round((ms / cpu.wallMs) * 100)} %`;
    const lines = [
      `${rounded(before)} sends a second before, ${rounded(after)} after; asked for ${rounded(perSecond)} a second for ` +
        `${plan.durationMs / 1_000} s, over ${plan.connections} connections beside ${plan.idleConnections} idle ones`,
      `accepted ${rounded(acceptedPerSecond)} a second; otherwise: ` +
        `${JSON.stringify(Object.fromEntries(overload.statuses))}; ${overload.unsent} due but not sent for want of connections`,
      `accepted: ${distribution(accepted)}; refused: ${distribution(refused)}; the generator itself was late by up to ${rounded(overload.ownDelayMs)} ms`,
      `arrival after the acknowledgement: ${distribution(arrivals)}; longest poll ${rounded(longestPollMs)} ms, ` +
        `${pollsRefused} polls refused or broken, ${dropped} of ${READERS} queues dropped`,
      `load over: ${soonRefused} refused within ${PROMISED.recoveredAfterMs} ms, then ${recovered.latencies.refused.length} of ` +
        `${calmly.count}, ${distribution(calmly)}`,
      `CPU (of a core): ${Object.entries(cpu.byService)
        .map(([name, ms]) => `${name} ${share(ms)}`)
        .join(', ')}, generator ${share(cpu.generatorMs)}`,
      `data in Redis: up to ${rounded(redisMib)} MiB`,
      ...growth.map(({ name, early, late }) => `${name}: ${rounded(early)} MiB, at last ${rounded(late)} MiB`),
      ...(faults.length === 0 ? ['every promise was kept'] : faults.slice(0, 50).map((fault) => `FAULT: ${fault}`)),
    ];
    mkdirSync(folder, { recursive: true });
    for (const plot of sampler.plots()) writeFileSync(join(folder, `${plot.name}.svg`), svgOf(plot));
    writeFileSync(join(folder, 'report.md'), `${lines.map((line) => `- ${line}`).join('\n')}\n`);
    for (const line of lines) say(line);
    say(`curves: ${folder}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    redis.disconnect();
    await stage.close();
  }
}

async function openIdle(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opened = Array.from({ length: Math.min(IDLE_OPENED_AT_ONCE, count - sockets.length) }, () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      return new Promise<Socket>((resolve, reject) =>
        socket.once('connect', () => resolve(socket)).once('close', reject),
      );
    });
    sockets.push(...(await Promise.all(opened)));
  }
  return sockets;
}

async function arrival(readers: readonly QueueReader[], { acknowledged }: Overload): Promise<void> {
  const giveUpAt = performance.now() + ARRIVAL_MS;
  const lastId = [...acknowledged.values()].reduce((last, id) => Math.max(last, id), 0);
  const isComplete = () => readers.every(({ lastMessageId, isDropped }) => isDropped || lastMessageId >= lastId);
  while (!isComplete() && performance.now() < giveUpAt) await sleep(200);
}

const distribution = (times: Percentiles): string =>
  times.count === 0
    ? 'none'
    : `p50 ${rounded(times.at(50))}, p99 ${rounded(times.at(99))}, longest ${rounded(times.max)} ms`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
