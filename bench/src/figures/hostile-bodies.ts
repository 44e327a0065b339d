import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { upload, uploadOf } from '../load/file-transfers.js';
import { type Figure, row } from '../measurement.js';
import type { Stage } from '../system/stage.js';
import { SENDS_PER_SECOND, SPELL_MS, sendsDuring } from './sends-meanwhile.js';

const MIB = 1024 * 1024;
const LARGE = randomBytes(25 * MIB);
const PARTS = 10_000;
const BOMB_SIDE = 30_000;
const ENDLESS_PIECE = Buffer.alloc(64 * 1024);
const READERS = 20;
/** Between the end of a hostile request and the next one of the same kind. */
const REST_MS = 200;

interface HostileBody {
  readonly what: string;
  readonly bytes: Buffer;
  readonly encoding?: string;
  /** Sends more bytes until the connection ends. */
  readonly isEndless?: boolean;
}

/** Sends next to hostile uploads: one sender for each kind of body, and readers that read nothing. */
export const hostileBodies: Figure = {
  name: 'hostile-bodies',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const organization = await stage.organization({ name: 'hostile', users: 40, streams: { one: 2 } });
    const attacker = organization.user(0);
    const path = await upload(stage.port, attacker, LARGE);
    const counts = new Map<string, number>();
    const attack = () => attackDuringSpell(stage, attacker, path, counts);
    // Code of both is warm before it is measured.
    await sendsDuring(stage, organization, attack);
    counts.clear();
    const before = await sendsDuring(stage, organization, () => sleep(SPELL_MS));
    const meanwhile = await sendsDuring(stage, organization, attack);
    const after = await sendsDuring(stage, organization, () => sleep(SPELL_MS));
    const alone = (before.p95 + after.p95) / 2;
    const sum = [...counts.values()].reduce((one, other) => one + other, 0);
    return {
      measurements: [
        row(`${SENDS_PER_SECOND} sends/s without hostile bodies, p95`, alone, 'ms'),
        row('hostile bodies meanwhile', (sum * 1_000) / SPELL_MS, 'per second'),
        row('sends next to hostile bodies, p95 compared with that', meanwhile.p95 / alone, 'ratio', {
          goal: { atMost: 2 },
        }),
      ],
      details: { counts: Object.fromEntries(counts) },
    };
  },
};

async function attackDuringSpell(
  { port }: Stage,
  attacker: ApiUser,
  path: string,
  counts: Map<string, number>,
): Promise<void> {
  const endAt = performance.now() + SPELL_MS;
  const { headers = {} } = uploadOf(attacker, Buffer.alloc(0));
  const readers = Array.from({ length: READERS }, () =>
    request({ port, path, headers: attacker.credentials, host: '127.0.0.1', agent: false })
      .on('error', () => {})
      .on('response', (response) => response.pause())
      .end(),
  );
  await Promise.all(
    BODIES.map(async (body) => {
      while (performance.now() < endAt) {
        await sendHostile(port, headers, body);
        counts.set(body.what, (counts.get(body.what) ?? 0) + 1);
        await sleep(REST_MS);
      }
    }),
  );
  for (const reader of readers) reader.destroy();
}

/** Resolves at the end of the connection. */
async function sendHostile(
  port: number,
  headers: Readonly<Record<string, string>>,
  { bytes, encoding, isEndless = false }: HostileBody,
): Promise<void> {
  const sent = request({
    ...{ port, method: 'POST', path: '/api/v1/user_uploads', host: '127.0.0.1', agent: false },
    headers: {
      ...headers,
      ...(!isEndless && { 'Content-Length': bytes.length }),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
  let isRefused = false;
  const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()));
  sent.on('error', () => {});
  sent.on('response', (response) => {
    isRefused = true;
    response.on('error', () => {}).resume();
  });
  sent.write(bytes);
  while (isEndless && !isRefused && !sent.destroyed) {
    if (!sent.write(ENDLESS_PIECE)) {
      await Promise.race([closed, new Promise<void>((resolve) => sent.once('drain', () => resolve()))]);
    }
    await new Promise(setImmediate);
  }
  if (isEndless) sent.destroy();
  else sent.end();
  await closed;
}

const BOUNDARY = '--bench-boundary';
const FILE = `${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
const END = `\r\n${BOUNDARY}--\r\n`;
const field = `${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`;

const BODIES: readonly HostileBody[] = [
  { what: '10,000 parts', bytes: Buffer.from(`${field.repeat(PARTS)}${FILE}x${END}`) },
  { what: 'a mebibyte of boundaries', bytes: Buffer.from(`${BOUNDARY}\r\n`.repeat(MIB / BOUNDARY.length)) },
  { what: 'no end of the file', bytes: Buffer.from(`${FILE}${'x'.repeat(MIB)}`) },
  { what: 'compressed', bytes: gzipSync(Buffer.alloc(64 * MIB)), encoding: 'gzip' },
  { what: 'a pixel bomb', bytes: Buffer.concat([Buffer.from(FILE), pixelBomb(), Buffer.from(END)]) },
  { what: 'endless', bytes: Buffer.from(FILE), isEndless: true },
];

/** A black PNG with one bit for each of 900 million pixels. */
function pixelBomb(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const bytes = Buffer.alloc(data.length + 12);
    bytes.writeUInt32BE(data.length);
    bytes.write(type, 4, 'latin1');
    data.copy(bytes, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
    return bytes;
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(BOMB_SIDE);
  header.writeUInt32BE(BOMB_SIDE, 4);
  const rows = deflateSync(Buffer.alloc((BOMB_SIDE / 8 + 1) * BOMB_SIDE));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
