/// <reference lib="dom" />

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendFile } from '../support/send-file.js';
import type { WebClient } from '../support/web-client.js';
import { startTwoPeople, type TwoPeople } from './two-people.js';

const SECONDS = 120;
const SAMPLES_PER_SECOND = 48_000;
const BYTES_PER_SAMPLE = 4;
const HEAD_BYTES = 44;
/** Where the reader wants to go on. */
const WANTED_SECOND = 100;

let people: TwoPeople;
let client: WebClient;
beforeAll(async () => {
  people = await startTwoPeople();
  client = await people.open('#inbox');
}, 240_000);
afterAll(async () => {
  await client?.close();
  await people?.close();
}, 60_000);

/** A WAVE file of silence, 23 MB. Players read it as they read a film, and it needs no encoder. */
function recording(): Buffer {
  const rate = SAMPLES_PER_SECOND * BYTES_PER_SAMPLE;
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('RIFF____WAVEfmt ', 'latin1');
  head.writeUInt32LE(HEAD_BYTES - 8 + SECONDS * rate, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(SECONDS * rate, 40);
  return Buffer.concat([head, Buffer.alloc(SECONDS * rate)]);
}

it('a player goes on at another second without the bytes before it', async () => {
  const { ada, organization, system } = people;
  const { body } = await sendFile(system.baseUrl, organization.host, ada, '/user_uploads', 'talk.wav', recording());
  const url = body['url'] as string;
  const responses: { range: string; status: number; contentRange: string }[] = [];
  client.page.on('response', (response) => {
    if (!response.url().endsWith(url)) return;
    const { range = '' } = response.request().headers();
    responses.push({ range, status: response.status(), contentRange: response.headers()['content-range'] ?? '' });
  });

  const played = await client.page.evaluate(
    async ({ src, wanted }) => {
      const player = document.createElement('video');
      const happened = (name: string) =>
        new Promise((resolve, reject) => {
          player.addEventListener(name, resolve, { once: true });
          player.addEventListener('error', () => reject(new Error(player.error?.message)), { once: true });
        });
      player.preload = 'metadata';
      player.src = src;
      await happened('loadedmetadata');
      const sought = happened('seeked');
      player.currentTime = wanted;
      await sought;
      player.muted = true;
      const moved = happened('timeupdate');
      await player.play();
      await moved;
      const second = player.currentTime;
      player.pause();
      return { duration: player.duration, second, isSeekable: player.seekable.end(0) };
    },
    { src: url, wanted: WANTED_SECOND },
  );

  expect(played).toMatchObject({ duration: SECONDS, isSeekable: SECONDS });
  expect(played.second).toBeGreaterThanOrEqual(WANTED_SECOND);
  const later = responses.map(({ range, status, contentRange }) => ({
    from: Number(/^bytes=(\d+)-/.exec(range)?.[1] ?? 0),
    status,
    contentRange,
  }));
  const sought = later.find(({ from }) => from > (WANTED_SECOND - 20) * SAMPLES_PER_SECOND * BYTES_PER_SAMPLE);
  expect(later).not.toEqual([]);
  expect(sought).toMatchObject({ status: 206, contentRange: expect.stringContaining(`bytes ${sought?.from}-`) });
  expect(client.faults).toEqual([]);
}, 120_000);
