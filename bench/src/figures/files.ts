import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ApiUser } from '../load/api-user.js';
import { downloadOf, type Transfer, transfersPerSecond, upload, uploadOf } from '../load/file-transfers.js';
import { type Figure, row } from '../measurement.js';
import type { Stage } from '../system/stage.js';

const MIB = 1024 * 1024;
const LARGE = randomBytes(25 * MIB);
const SMALL = randomBytes(10_000);
const SPELL_MS = 4_000;
const TURNS = 4;
const TURN_MS = 1_200;
const SMALL_CLIENTS = 16;

/** Files of 25 MiB and 10 KB through the gateway, compared with a bare Node server that stores and syncs, or serves, the same file. */
export const files: Figure = {
  name: 'files',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const organization = await stage.organization({ name: 'files', users: 200, streams: { one: 2 } });
    const user = organization.user(0);
    const bare = fork(new URL('../limits/bare-file-server.js', import.meta.url));
    try {
      const [barePort] = (await once(bare, 'message')) as [number];
      const large = await compared(stage, barePort, user);
      const small = await smallFiles(stage, user);
      return { measurements: [...large, ...small] };
    } finally {
      bare.disconnect();
    }
  },
};

async function compared(stage: Stage, barePort: number, user: ApiUser) {
  const rows = [];
  const put: Transfer = { method: 'PUT', path: '/', body: [LARGE] };
  for (const senders of [1, 4]) {
    const { ours, bare } = await inTurns({
      bare: (ms) => transfersPerSecond(barePort, senders, ms, () => put),
      ours: (ms) => transfersPerSecond(stage.port, senders, ms, () => uploadOf(user, LARGE)),
    });
    rows.push(...comparison(`upload of 25 MiB, ${senders} at once`, ours, bare));
  }
  const path = await upload(stage.port, user, LARGE);
  for (const readers of [1, 8]) {
    const { ours, bare } = await inTurns({
      bare: (ms) => transfersPerSecond(barePort, readers, ms, () => ({ method: 'GET', path: '/' })),
      ours: (ms) => transfersPerSecond(stage.port, readers, ms, () => downloadOf(user, path)),
    });
    rows.push(...comparison(`download of 25 MiB, ${readers} at once`, ours, bare));
  }
  return rows;
}

type Measure = (durationMs: number) => Promise<number>;

/** Measures both in short turns, so that both see the same machine. Returns the means. */
async function inTurns({ bare, ours }: { readonly bare: Measure; readonly ours: Measure }) {
  const sums = { bare: 0, ours: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    sums.bare += await bare(TURN_MS);
    sums.ours += await ours(TURN_MS);
  }
  return { bare: sums.bare / TURNS, ours: sums.ours / TURNS };
}

const comparison = (what: string, ours: number, bare: number) => [
  row(what, ours * 25, 'MiB/s'),
  row(`${what}, share of a bare Node server`, ours / bare, 'ratio', { goal: { atLeast: 0.4 } }),
];

async function smallFiles(stage: Stage, user: ApiUser) {
  const uploads = await transfersPerSecond(stage.port, SMALL_CLIENTS, SPELL_MS, () => uploadOf(user, SMALL));
  const path = await upload(stage.port, user, SMALL);
  const downloads = await transfersPerSecond(stage.port, SMALL_CLIENTS, SPELL_MS, () => downloadOf(user, path));
  return [
    row(`uploads of 10 KB, ${SMALL_CLIENTS} at once`, uploads, 'files/s', { goal: { atLeast: 100 } }),
    row(`downloads of 10 KB, ${SMALL_CLIENTS} at once`, downloads, 'files/s', { goal: { atLeast: 400 } }),
  ];
}
