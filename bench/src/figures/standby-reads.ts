import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SetStandbyReads } from '@chat/contracts';
import { eventually, startPostgresServer } from '@chat/testing';
import { makeTemporaryFolder, startPostgres } from '@chat/tools';
import type { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import { sendAtPace } from '../load/paced-load.js';
import { type Figure, type FigureContext, row } from '../measurement.js';
import { HUNDRED, type Organization } from '../population/organization.js';
import { median } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import { type Stage, warmUp } from '../system/stage.js';

const STREAM = 'one hundred';
const SENDERS = 8;
const PAGES_PER_SECOND = 60;
/** Short turns, because a machine is not equally fast for a minute. */
const TURN_MS = 2_500;
const ROUNDS = 8;

/** Of one turn. */
interface Turn {
  readonly sendsPerSecond: number;
  readonly pages: number;
  /** Pages without a message that the reader sent before. */
  readonly stale: number;
  readonly cpu: CpuUse;
}

/** A primary and a standby, which share this machine with everything else. */
async function startServers() {
  const folder = makeTemporaryFolder('chat-bench-postgres-');
  const programs = await startPostgres({ folder: join(folder, 'postgres') });
  try {
    const like = programs.adminUrl;
    const primary = await startPostgresServer(['max_connections=300'], { like });
    return { primary, standby: await startPostgresServer(['max_connections=300'], { standbyOf: primary, like }) };
  } finally {
    await programs.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const outcomes = async (stage: Stage): Promise<Readonly<Record<string, number>>> => {
  const text = await (await fetch(`${stage.system.healthUrl('messaging', 0)}/metrics`)).text();
  const lines = text.matchAll(/^chat_database_standby_reads_total\{.*?outcome="(\w+)".*?\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
};

const newestPage = (user: ApiUser, streamId: number): Buffer =>
  user.get('/messages', {
    ...{ anchor: 'newest', num_before: 50, num_after: 0 },
    narrow: JSON.stringify([{ operator: 'stream', operand: streamId }]),
  });

/** Senders at full speed, next to readers at an even pace: each reader sends a message, then reads the newest page. */
async function turn(stage: Stage, organization: Organization): Promise<Turn> {
  const streamId = organization.streamId(STREAM);
  let [pages, stale, readers] = [0, 0, 0];
  const read = sendAtPace(
    { port: stage.port, perSecond: PAGES_PER_SECOND, durationMs: TURN_MS },
    async (connection) => {
      const user = organization.user(SENDERS + (readers++ % SENDERS));
      const sent = await connection.exchange(user.toStream(streamId, `reader ${user.userId}`, 'Is this in the page?'));
      if (sent.status !== 200) return;
      const { id } = JSON.parse(sent.body.toString()) as { id: number };
      const page = await connection.exchange(newestPage(user, streamId));
      if (page.status !== 200) return;
      pages++;
      const { messages } = JSON.parse(page.body.toString()) as { messages: { id: number }[] };
      // Newer messages may have displaced it.
      if (!messages.some((message) => message.id === id) && (messages[0]?.id ?? 0) < id) stale++;
    },
  );
  const meter = new CpuMeter(stage.system, false);
  meter.begin();
  const sends = await closedLoop({
    port: stage.port,
    connections: SENDERS,
    durationMs: TURN_MS,
    next: (sender) => organization.user(sender).toStream(streamId, 'sends', 'Meanwhile.'),
  });
  const cpu = meter.end();
  await read;
  return { sendsPerSecond: sends.perSecond, pages, stale, cpu };
}

/** The same load in turns with the reads on the primary and on the standby. */
async function measureTurns(stage: Stage, organization: Organization) {
  const { realmId } = organization;
  const turns: { readonly off: Turn[]; readonly on: Turn[] } = { off: [], on: [] };
  const switchTo = (isOn: boolean) =>
    stage.operator.request(SetStandbyReads, { realmId, isOn }, { realmId, requestId: 'bench' });
  const before = await outcomes(stage);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const);
    for (const kind of order) {
      await switchTo(kind === 'on');
      turns[kind].push(await turn(stage, organization));
    }
  }
  const after = await outcomes(stage);
  return { turns, served: (after.standby ?? 0) - (before.standby ?? 0) };
}

async function measure(openStage: FigureContext['ownStage']) {
  const { primary, standby } = await startServers();
  try {
    const stage = await openStage({ databaseUrl: primary.url, env: { DATABASE_READ_URL: standby.url } });
    const organization = await stage.organization(HUNDRED);
    await warmUp(organization, STREAM, stage.port);
    await eventually(async () => {
      const health = await (await fetch(`${stage.system.healthUrl('messaging', 0)}/metrics`)).text();
      return /^chat_database_standby_usable\{.*\} 1$/m.test(health);
    });
    return await measureTurns(stage, organization);
  } finally {
    await standby.stop();
    await primary.stop();
  }
}

/** Effect of reads by a standby on sends. Both servers share this machine; a standby on another one costs the primary less. */
export const standbyReads: Figure = {
  name: 'standby-reads',
  async measure({ ownStage }) {
    const { turns, served } = await measure(ownStage);
    const pages = turns.on.reduce((sum, turn) => sum + turn.pages, 0);
    const stale = turns.on.reduce((sum, turn) => sum + turn.stale, 0);
    const ratios = turns.on.map(
      ({ sendsPerSecond }, round) => sendsPerSecond / (turns.off[round] as Turn).sendsPerSecond,
    );
    const what = `8 senders, ${PAGES_PER_SECOND} pages/s by a standby on the same machine`;
    return {
      measurements: [
        row(`${what}: pages that it served`, (served / pages) * 100, '%', { goal: { atLeast: 100 } }),
        row(`${what}: pages without the reader’s own write`, stale, 'pages', { goal: { atMost: 0 } }),
        row(`${what}: sends, relative to pages by the primary`, median(ratios), '×', { goal: { atLeast: 0.95 } }),
      ],
      details: { turns, ratios, served, pages },
    };
  },
};
