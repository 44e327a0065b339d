import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, makeCertificate, SentinelSystem } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectRedis } from './connect.js';
import { redisProblem } from './redis-problem.js';

const VARIABLES = ['REDIS_CA_FILE', 'REDIS_CERT_FILE', 'REDIS_KEY_FILE'];

let folder: string;
const folderOf = (name: string) => join(folder, name);
const certificateOf = (name: string) => join(folder, name, 'certificate.pem');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sentinels-tls-'));
  await Promise.all(['authority', 'stranger'].map((name) => makeCertificate(folderOf(name), `DNS:${name}`)));
  await makeCertificate(folderOf('server'), 'IP:127.0.0.1', folderOf('authority'));
  await makeCertificate(folderOf('client'), 'DNS:client', folderOf('authority'));
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  process.env['REDIS_CA_FILE'] = certificateOf('authority');
});
afterEach(() => {
  for (const variable of VARIABLES) delete process.env[variable];
});

function showCertificate(of: string): void {
  process.env['REDIS_CERT_FILE'] = certificateOf(of);
  process.env['REDIS_KEY_FILE'] = join(folder, of, 'key.pem');
}

describe.each([
  ['with certificates of clients', 'yes'],
  ['without certificates of clients', 'no'],
] as const)('Sentinels and servers with TLS, %s', (_, clients) => {
  let system: SentinelSystem;
  beforeAll(async () => {
    const options = { tls: folderOf('server'), authority: certificateOf('authority') };
    system = await SentinelSystem.start([`tls-auth-clients ${clients}`], options);
  }, 30_000);
  afterAll(() => system?.stop());
  beforeEach(() => {
    if (clients === 'yes') showCertificate('client');
  });

  it('are refused if another authority signed their certificates', async () => {
    process.env['REDIS_CA_FILE'] = certificateOf('stranger');

    expect(await redisProblem(system.url())).toBe('self-signed certificate in certificate chain');
  });

  it('are refused with another master id', async () => {
    expect(await redisProblem(system.url('other'))).toBe('no Sentinel knows the sentinelMasterId "other"');
  });

  if (clients === 'yes')
    it.each([
      ['no certificate', undefined, /certificate required/],
      ['a certificate of another authority', 'stranger', /unknown ca/],
    ])('refuse a client with %s', async (__, of, problem) => {
      for (const variable of VARIABLES.slice(1)) delete process.env[variable];
      if (of !== undefined) showCertificate(of);

      expect(await redisProblem(system.url())).toMatch(problem);
    });

  it('are usable, and lead writes and subscriptions to the promoted server', async () => {
    expect(await redisProblem(system.url())).toBeUndefined();
    const writer = connectRedis(system.url(), { name: 'writer' });
    const subscriber = connectRedis(system.url(), { name: 'subscriber' });
    const received: string[] = [];
    subscriber.on('message', (__, text) => received.push(text));
    await subscriber.subscribe('news');
    await writer.set('count', 1);
    await writer.wait(1, 1_000);

    system.primary.kill('SIGKILL');

    expect(await writer.incr('count')).toBe(2);
    expect(await system.replica.redis.get('count')).toBe('2');
    await eventually(() => writer.publish('news', 'after').then(() => received.includes('after')));
    for (const connection of [writer, subscriber]) connection.disconnect();
  }, 30_000);
});
