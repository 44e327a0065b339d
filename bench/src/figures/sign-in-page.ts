import { gzipSync } from 'node:zlib';
import { CreateRealm } from '@chat/contracts';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { type Figure, row } from '../measurement.js';
import { Percentiles } from '../stats/percentiles.js';
import type { Stage } from '../system/stage.js';

/** Browsers make passkeys for subdomains of localhost, so the page has everything. */
const HOST = 'pages.localhost';
/** Until the just-in-time compiler has finished. */
const WARM_UP_REQUESTS = 3_000;
const REQUESTS = 500;
const PAUSE_MS = 10;
const LOADED = /(?:href|src)="(\/static\/[^"]+)"/g;

/** One visitor on an idle system. The page is short, so its first byte and its last one come together. */
export const signInPage: Figure = {
  name: 'sign-in-page',
  async measure({ stage: shared }) {
    const stage = await shared();
    await stage.operator.request(
      CreateRealm,
      { str: 'pages', name: 'Fernwood', host: HOST },
      { realmId: 0, requestId: 'bench' },
    );
    const connection = new HttpConnection(stage.port);
    const page = request('/login/');
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await connection.exchange(page);
    const latencies: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent++) {
      await sleep(PAUSE_MS);
      const startedAt = performance.now();
      await connection.exchange(page);
      latencies.push(performance.now() - startedAt);
    }
    connection.close();
    const answers = new Percentiles(latencies);
    const files = await loadedFiles(stage);
    const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    return {
      measurements: [
        row('sign-in page, one visitor, otherwise idle: first byte p50', answers.at(50), 'ms', { goal: { atMost: 4 } }),
        row('sign-in page with everything that it loads, gzip', bytes / 1_024, 'KB', { goal: { atMost: 15 } }),
        row('requests of the sign-in page', files.length, 'requests', { goal: { atMost: 3 } }),
      ],
    };
  },
};

const request = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);

async function loadedFiles(stage: Stage): Promise<Buffer[]> {
  const connection = new HttpConnection(stage.port);
  const { body } = await connection.exchange(request('/login/'));
  const files = [body];
  for (const [, path = ''] of body.toString().matchAll(LOADED))
    files.push((await connection.exchange(request(path))).body);
  connection.close();
  return files;
}
