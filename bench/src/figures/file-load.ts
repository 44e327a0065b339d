import { randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import sharp from 'sharp';
import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import {
  downloadOf,
  type Transfer,
  TransferClient,
  transfersPerSecond,
  upload,
  uploadOf,
} from '../load/file-transfers.js';
import { HttpConnection } from '../load/http-connection.js';
import { type Figure, row } from '../measurement.js';
import type { Organization } from '../population/organization.js';
import { median } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';
import { GIVE_BACK, idleMemory, total } from './memory.js';
import { SENDS_PER_SECOND, SPELL_MS, sendsDuring } from './sends-meanwhile.js';

const MIB = 1024 * 1024;
const LARGE = randomBytes(25 * MIB);
const SMALL = randomBytes(10_000);
const PAIRS = 150;
const WARM_UP_PAIRS = 50;
const PHOTOS = 5;
const SLOW_UPLOADS = 100;
const SLOW_UPLOADS_PER_USER = 10;
const SLOW_CHUNK = Buffer.alloc(16 * 1024);
const SLOW_CHUNK_EVERY_MS = 250;
const TRANSFERS = 16;

/** Messages with a file, thumbnails, and the effect of many transfers on memory and on other requests. */
export const fileLoad: Figure = {
  name: 'file-load',
  async measure({ ownStage }) {
    const stage = await ownStage({ preload: GIVE_BACK });
    const organization = await stage.organization({ name: 'files', users: 40, streams: { one: 2 } });
    return {
      measurements: [
        ...(await messages(stage, organization)),
        ...(await thumbnails(stage, organization.user(0))),
        ...(await transfers(stage, organization)),
      ],
    };
  },
};

/** In turns, so that both see the same machine. */
async function messages(stage: Stage, organization: Organization) {
  const sender = organization.user(0);
  const link = `[a](${await upload(stage.port, sender, SMALL)})`;
  const connection = new HttpConnection(stage.port);
  const send = async (content: string): Promise<number> => {
    const startedAt = performance.now();
    await connection.exchange(sender.toStream(organization.streamId('one'), 'files', content));
    return performance.now() - startedAt;
  };
  const times: { without: number; with: number }[] = [];
  for (let pair = 0; pair < WARM_UP_PAIRS + PAIRS; pair++) {
    const without = await send(`Message ${pair}.`);
    const withFile = await send(`Message ${pair}. ${link}`);
    if (pair >= WARM_UP_PAIRS) times.push({ without, with: withFile });
  }
  connection.close();
  const [without, withFile] = [median(times.map((time) => time.without)), median(times.map((time) => time.with))];
  return [
    row('POST /messages, otherwise idle, p50', without, 'ms'),
    row('POST /messages with one file, otherwise idle, p50', withFile, 'ms'),
    row('one file in a message', withFile - without, 'ms', { goal: { atMost: 1 } }),
  ];
}

/** Time from the response of the upload to the last byte of the thumbnail. */
async function thumbnails(stage: Stage, user: ApiUser) {
  const photo = await photoOf12Megapixels();
  const client = new TransferClient(stage.port);
  const times: number[] = [];
  for (let done = 0; done <= PHOTOS; done++) {
    const url = await upload(stage.port, user, photo, { name: 'photo.jpg', type: 'image/jpeg' });
    const startedAt = performance.now();
    await client.run(downloadOf(user, `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`));
    // The first one starts the decoder.
    if (done > 0) times.push(performance.now() - startedAt);
  }
  client.close();
  return [
    row('thumbnail of a 12-megapixel photo, after the response, p50', median(times), 'ms', { goal: { atMost: 700 } }),
  ];
}

async function photoOf12Megapixels(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = sharp({ create: { width: 1_000, height: 750, channels: 3, background: 'black', noise } });
  return sharp(await grain.png().toBuffer())
    .resize(4_000, 3_000)
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function transfers(stage: Stage, organization: Organization) {
  const path = await upload(stage.port, organization.user(0), LARGE);
  const full = () =>
    transfersPerSecond(stage.port, TRANSFERS, SPELL_MS, (client): Transfer => {
      const user = organization.user(client);
      return client % 2 === 0 ? uploadOf(user, LARGE) : downloadOf(organization.user(0), path);
    });
  // Code and connections of a first transfer stay in memory.
  await full();
  const idle = total(await idleMemory(stage)) / MIB;
  const alone = await sendsDuring(stage, organization, () => sleep(SPELL_MS));
  const slow = await sendsDuring(stage, organization, () => slowUploads(stage.port, organization));
  const busy = await sendsDuring(stage, organization, full);
  const slowly = `${SLOW_UPLOADS} slow uploads`;
  const fully = `${TRANSFERS} transfers of 25 MiB`;
  return [
    row(`memory of all processes, ${slowly} at once`, slow.mebibytes - idle, 'MiB', { goal: { atMost: 64 } }),
    row(`memory of all processes, ${fully} at once`, busy.mebibytes - idle, 'MiB', { goal: { atMost: 96 } }),
    row(`${SENDS_PER_SECOND} sends/s without transfers, p95`, alone.p95, 'ms'),
    row(`sends next to ${slowly}, p95 compared with that`, slow.p95 / alone.p95, 'ratio', { goal: { atMost: 2 } }),
    row(`sends next to ${fully}, p95 compared with that`, busy.p95 / alone.p95, 'ratio', { goal: { atMost: 2 } }),
  ];
}

/** Uploads that are under way for the whole spell, and then end early. */
async function slowUploads(port: number, organization: Organization): Promise<void> {
  const open = Array.from({ length: SLOW_UPLOADS }, (_, index) =>
    beginUpload(port, organization.user(Math.floor(index / SLOW_UPLOADS_PER_USER))),
  );
  const endAt = performance.now() + SPELL_MS;
  while (performance.now() < endAt) {
    for (const upload of open) upload.write(SLOW_CHUNK);
    await sleep(SLOW_CHUNK_EVERY_MS);
  }
  for (const upload of open) upload.destroy();
}

/** The request of an upload, with the head of its file. */
function beginUpload(port: number, user: ApiUser): ClientRequest {
  const { headers = {}, method, path, body = [] } = uploadOf(user, SMALL);
  const sent = request({ port, method, path, headers, host: '127.0.0.1', agent: false });
  sent.on('error', () => {});
  sent.write(body[0]);
  return sent;
}
