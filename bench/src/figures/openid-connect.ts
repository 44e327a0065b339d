import { Worker } from 'node:worker_threads';
import { type Person, ProviderBrowser } from '@chat/openid-provider';
import { HttpConnection } from '../load/http-connection.js';
import { type Figure, row } from '../measurement.js';
import type { OrganizationPlan } from '../population/organization.js';
import { Percentiles } from '../stats/percentiles.js';
import type { CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

/** The provider remembers a thousand things, and five for each sign-in that has begun. */
const BATCH = 100;
const WARM_UP_BATCHES = 4;
const COUNTED_BATCHES = 4;
const ORGANIZATION: OrganizationPlan = { name: 'signing-in', users: BATCH, streams: { general: 1 } };
const BASE_URL = 'http://bench.test';
/** Browsers that return at once. Two keep the processes busy and wait for each other little. */
const BROWSERS = 2;
const PREPARING_BROWSERS = 8;

/** Sign-ins by OpenID Connect, from the return of the browser to its session. Provider and load generator are on the same machine. */
export const openIdConnect: Figure = {
  name: 'openid-connect',
  async measure({ ownStage }) {
    const provider = await startProvider();
    try {
      const settings = { oidc_url: provider.issuer, client_id: 'chat', secret: 's' };
      const env = { EXTERNAL_URL: BASE_URL, OIDC_PROVIDERS: JSON.stringify({ bench: settings }) };
      const stage = await ownStage({ env });
      await stage.organization(ORGANIZATION);
      for (let batch = 0; batch < WARM_UP_BATCHES; batch++) await completeAll(stage, await prepareReturns(stage));
      const counted: number[] = [];
      const cpu: CpuUse[] = [];
      let milliseconds = 0;
      for (let batch = 0; batch < COUNTED_BATCHES; batch++) {
        const returns = await prepareReturns(stage);
        const complete = async () => {
          const startedAt = performance.now();
          counted.push(...(await completeAll(stage, returns)));
          milliseconds += performance.now() - startedAt;
        };
        cpu.push(await stage.cpuDuring(complete));
      }
      const times = new Percentiles(counted);
      const perSecond = counted.length / (milliseconds / 1_000);
      const what = 'OpenID Connect sign-ins, from return to session';
      return {
        measurements: [
          row(what, perSecond, '/s', { goal: { atLeast: 150 } }),
          row(`${what} p50, ${BROWSERS} at once`, times.at(50), 'ms', { goal: { atMost: 15 } }),
        ],
        details: { p95: times.at(95), max: times.max, cpu },
      };
    } finally {
      await provider.close();
    }
  },
};

/** In a thread, as a provider is another process: the generator must not wait for it. */
async function startProvider() {
  const people: Person[] = Array.from({ length: ORGANIZATION.users }, (_, index) => ({
    ...{ subject: `person ${index}`, name: `Person ${index}` },
    ...{ email: `${ORGANIZATION.name}-${index}@example.com`, emailVerified: true },
  }));
  const client = { clientId: 'chat', secret: 's', redirectUri: `${BASE_URL}/complete/oidc/bench/` };
  const worker = new Worker(new URL('./openid-provider-thread.js', import.meta.url), {
    workerData: { clients: [client], people },
  });
  const issuer = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { issuer, close: () => worker.terminate() };
}

/** A return of every person, as bytes: the flows have begun and the provider has signed the people in. */
async function prepareReturns({ port }: Stage): Promise<Buffer[]> {
  const returns: Buffer[] = [];
  const next = Array.from({ length: ORGANIZATION.users }, (_, index) => index).values();
  const prepare = async () => {
    for (const index of next) returns.push(await preparedReturn(port, `person ${index}`));
  };
  await Promise.all(Array.from({ length: PREPARING_BROWSERS }, prepare));
  return returns;
}

async function preparedReturn(port: number, subject: string): Promise<Buffer> {
  const begun = await fetch(`http://127.0.0.1:${port}/accounts/login/social/oidc/bench`, { redirect: 'manual' });
  const address = begun.headers.get('location');
  if (address === null) throw new Error(`A start was answered ${begun.status}: ${await begun.text()}`);
  const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const { pathname, search } = await new ProviderBrowser().signIn(address, subject);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
}

/** Milliseconds of each return. */
async function completeAll({ port }: Stage, returns: readonly Buffer[]): Promise<number[]> {
  const times: number[] = [];
  const next = returns.values();
  const complete = async () => {
    const connection = new HttpConnection(port);
    for (const request of next) {
      const startedAt = performance.now();
      const { status, body } = await connection.exchange(request);
      times.push(performance.now() - startedAt);
      if (status !== 302) throw new Error(`A return was answered ${status}: ${body.subarray(-500)}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: BROWSERS }, complete));
  return times;
}
