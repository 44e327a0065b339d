import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@chat/tools';
import { sleep } from '../load/closed-loop.js';
import { type Figure, row } from '../measurement.js';
import { HUNDRED } from '../population/organization.js';
import type { Stage } from '../system/stage.js';
import { idleMemory } from './memory.js';

/** Preloaded into services: a signal makes them write their statements and commands so far, and return memory. */
const COUNT_COMMANDS = new URL('../../count-commands.mjs', import.meta.url);
const SERVICE = 'integrations';
const WATCHED_SECONDS = 60;
const WRITE_MS = 500;
const MIB = 1024 * 1024;
/** Of all events, or of event queues. Every service follows the stream of state events, which has no messages. */
const READS_EVENTS = /\{log\d+\}:entries|\{q\d+\}|rpc:events/;

type Counts = Record<'sql' | 'redis', Readonly<Record<string, number>>>;

/** The integrations service of an organization without bots and webhooks. */
export const idleIntegrations: Figure = {
  name: 'idle-integrations',
  async measure({ ownStage }) {
    const folder = makeTemporaryFolder('chat-bench-');
    const stage = await ownStage({ preload: COUNT_COMMANDS, env: { BENCH_COUNTS: folder } });
    await stage.organization(HUNDRED);
    const memory = await idleMemory(stage);
    const before = await countsOf(stage, folder);
    await sleep(WATCHED_SECONDS * 1_000);
    const during = difference(await countsOf(stage, folder), before);
    const reads = Object.entries(during.redis).filter(([command]) => READS_EVENTS.test(command));
    return {
      measurements: [
        row('integrations without webhooks and bots, idle: memory', (memory[SERVICE] as number) / MIB, 'MiB', {
          goal: { atMost: 80 },
        }),
        row(
          'integrations without webhooks and bots, idle: reads of the log and of event queues',
          sum(reads),
          'in a minute',
          {
            goal: { atMost: 0 },
          },
        ),
        row('integrations without webhooks and bots, idle: SQL statements', total(during.sql), 'in a minute'),
        row('integrations without webhooks and bots, idle: Redis commands', total(during.redis), 'in a minute'),
      ],
      details: { residentMib: residentMib(stage), during },
    };
  },
};

/** Since the start of the process. */
async function countsOf(stage: Stage, folder: string): Promise<Counts> {
  process.kill(pidOf(stage), 'SIGUSR2');
  await sleep(WRITE_MS);
  return JSON.parse(readFileSync(join(folder, `${SERVICE}.json`), 'utf8')) as Counts;
}

function difference(after: Counts, before: Counts): Counts {
  const of = (kind: keyof Counts) =>
    Object.fromEntries(
      Object.entries(after[kind])
        .map(([name, count]) => [name, count - (before[kind][name] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );
  return { sql: of('sql'), redis: of('redis') };
}

const pidOf = ({ system }: Stage): number => system.list().find(({ service }) => service === SERVICE)?.pid as number;

/** With the memory that processes share: mostly the program of Node. */
const residentMib = (stage: Stage): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pidOf(stage)}/status`, 'utf8'))?.[1]) / 1024;

const sum = (counts: readonly (readonly [string, number])[]): number =>
  counts.reduce((all, [, count]) => all + count, 0);
const total = (counts: Readonly<Record<string, number>>): number => sum(Object.entries(counts));
