import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectRedis } from '@chat/transport';
import type { ApiUser } from '../load/api-user.js';
import { closedLoop, sleep } from '../load/closed-loop.js';
import type { Organization, OrganizationPlan } from '../population/organization.js';
import { rounded } from '../report/round.js';
import { svgOf } from '../report/svg-plot.js';
import { Stage, warmUp } from '../system/stage.js';
import { findFaults } from './accounting.js';
import { Overload } from './overload.js';
import { QueueReader } from './queue-reader.js';
import { Sampler } from './sampler.js';

const DEFAULT_SECONDS = 180;
/** Of what the system can take. */
const LOAD_FACTOR = 2;
const CAPACITY_MS = 8_000;
const CAPACITY_CONNECTIONS = 64;
const READERS = 20;
const PLAN: OrganizationPlan = { name: 'soak', users: 300, streams: { engine: 300 } };
/** Everything acknowledged must have arrived everywhere this long after the last answer. */
const ARRIVAL_MS = 60_000;
/**
 * Memory may be this much more in the last quarter than in the second: caches fill, and a heap is as large as it is let. Redis is
 * looked at by eye: it holds what queues have not been read, which is bounded for each queue, and a log that is as long as it is let.
 */
const MAX_GROWTH = { factor: 1.5, mib: 64 };

export interface SoakOptions {
  /** Root of the repository. */
  readonly root: string;
  /** Where the curves and the report go. */
  readonly folder: string;
}

/**
 * Twice what the system can take, for `SOAK_SECONDS` (180), while queues are read; then the books are held against each other.
 * Resolves with 1 if a promise was broken, else 0.
 */
export async function soak({ root, folder }: SoakOptions): Promise<number> {
  const durationMs = Number(process.env['SOAK_SECONDS'] ?? DEFAULT_SECONDS) * 1_000;
  const stage = await Stage.open({ root, onProgress: say });
  const redis = connectRedis(stage.system.redisUrl, { name: 'soak' });
  try {
    const organization = await stage.organization(PLAN);
    const streamId = organization.streamId('engine');
    await warmUp(organization, 'engine', stage.port);
    const before = await capacity(organization, streamId, stage.port);
    say(`it takes ${rounded(before)} sends a second; now ${LOAD_FACTOR} times that for ${durationMs / 1_000} s`);

    const readers = await Promise.all(organization.users.slice(0, READERS).map((user) => QueueReader.register(user)));
    const overload = new Overload(organization.users, streamId);
    const usedBytes = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0);
    const sampler = new Sampler(stage.system, overload, usedBytes);
    await overload.run(before * LOAD_FACTOR, durationMs);
    const recoveryMs = await firstSuccess(organization.users[0] as ApiUser, streamId);
    const after = await capacity(organization, streamId, stage.port);
    await arrival(readers, overload);
    sampler.stop();
    for (const reader of readers) reader.stop();

    const growth = sampler.growth(durationMs);
    const faults = [
      ...(await findFaults(organization.users[0] as ApiUser, streamId, overload, readers)),
      ...growth
        .filter(({ name, early, late }) => !/redis/i.test(name) && late > early * MAX_GROWTH.factor + MAX_GROWTH.mib)
        .map(({ name, early, late }) => `${name} grew from ${rounded(early)} to ${rounded(late)} MiB.`),
    ];
    const lines = [
      `${overload.acknowledged.size} sends acknowledged; otherwise: ${JSON.stringify(Object.fromEntries(overload.statuses))}; ` +
        `${overload.unsent} due but not sent for want of connections`,
      `first success ${Math.round(recoveryMs)} ms after the load had ended; capacity ${rounded(before)} a second before, ${rounded(after)} after`,
      `polls refused or broken: ${readers.reduce((sum, { refusals }) => sum + refusals, 0)}; ` +
        `queues dropped because they fell too far behind: ${readers.filter(({ isDropped }) => isDropped).length} of ${READERS}`,
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

async function capacity(organization: Organization, streamId: number, port: number): Promise<number> {
  const requests = organization.users
    .slice(0, CAPACITY_CONNECTIONS)
    .map((user) => user.toStream(streamId, 'capacity', 'This message is not counted.'));
  const { perSecond } = await closedLoop({
    port,
    connections: requests.length,
    durationMs: CAPACITY_MS,
    next: (connection) => requests[connection] as Buffer,
  });
  return perSecond;
}

/** How long until a send succeeds that is repeated until it does. */
async function firstSuccess(user: ApiUser, streamId: number): Promise<number> {
  const startedAt = performance.now();
  while (
    !(await user.ask(user.toStream(streamId, 'after', 'Is it over?')).then(
      () => true,
      () => false,
    ))
  );
  return performance.now() - startedAt;
}

async function arrival(readers: readonly QueueReader[], { acknowledged }: Overload): Promise<void> {
  const giveUpAt = performance.now() + ARRIVAL_MS;
  const ids = [...acknowledged.values()];
  const isComplete = () =>
    readers.every(({ messageIds, isDropped }) => isDropped || ids.every((id) => messageIds.has(id)));
  while (!isComplete() && performance.now() < giveUpAt) await sleep(200);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
