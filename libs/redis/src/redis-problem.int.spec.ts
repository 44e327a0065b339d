import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CuttableProxy,
  makeCertificate,
  startRedisServer,
  type TestRedisServer,
  testRedisServerUrl,
} from '@chat/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connectRedis } from './connect.js';
import { redisProblem } from './redis-problem.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function started(...options: Parameters<typeof startRedisServer>): Promise<TestRedisServer> {
  const server = await startRedisServer(...options);
  cleanUps.push(() => server.stop());
  return server;
}

describe('a server', () => {
  it('is usable with the right version, policy and password', async () => {
    expect(await redisProblem(testRedisServerUrl())).toBeUndefined();
  });

  it('of Redis 6.2 is refused', async () => {
    const old = createServer((socket) => {
      const info = '# Server\r\nredis_version:6.2.14\r\n';
      socket.on('data', () => socket.write(`$${info.length}\r\n${info}\r\n`)).on('error', () => {});
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => old.close());

    const problem = await redisProblem(`redis://127.0.0.1:${(old.address() as AddressInfo).port}`);

    expect(problem).toBe('the server is Redis 6.2.14, but the services need 7.0 or later');
  });

  it('that evicts keys is refused', async () => {
    const { url } = await started(['maxmemory-policy allkeys-lru']);

    expect(await redisProblem(url)).toBe(
      'the server has maxmemory-policy allkeys-lru, but the services need noeviction',
    );
  });

  it('with another password or fewer databases is refused', async () => {
    const url = new URL(testRedisServerUrl());
    url.pathname = '/1000000';
    expect(await redisProblem(url.href)).toContain('DB index is out of range');
    url.password = 'another';
    expect(await redisProblem(url.href)).toMatch(/^WRONGPASS/);
  });

  it('is usable although its connection is cut once at any moment', async () => {
    const proxy = await CuttableProxy.start(testRedisServerUrl());
    cleanUps.push(() => proxy.close());

    const moments = await proxy.throughEachCut(async () => expect(await redisProblem(proxy.url)).toBeUndefined());

    expect(moments).toBeGreaterThan(1);
  });

  it('that does not reply is waited for as long as the caller says', async () => {
    const proxy = await CuttableProxy.start(testRedisServerUrl());
    cleanUps.push(() => proxy.close());
    proxy.isMute = true;
    expect(await redisProblem(proxy.url, 100)).toBe('Command timed out');

    const problem = redisProblem(proxy.url);
    proxy.isMute = false;
    expect(await problem).toBeUndefined();
  });
});

describe('TLS', () => {
  async function startTls(subject: string) {
    const folder = mkdtempSync(join(tmpdir(), 'redis-tls-'));
    const caFile = await makeCertificate(folder, subject);
    const files = { REDIS_CA_FILE: caFile, REDIS_CERT_FILE: caFile, REDIS_KEY_FILE: join(folder, 'key.pem') };
    const { url } = await started([], { tls: folder });
    Object.assign(process.env, files);
    cleanUps.push(() => {
      for (const name of Object.keys(files)) delete process.env[name];
      rmSync(folder, { recursive: true });
    });
    return url;
  }

  it('connects with the configured authority, certificate and key', async () => {
    const url = await startTls('IP:127.0.0.1');

    expect(await redisProblem(url, 5_000)).toBeUndefined();
    const connection = connectRedis(url, { name: 'test' });
    expect(await connection.ping()).toBe('PONG');
    connection.disconnect();
  });

  it('refuses a certificate of another name or of an unknown authority', async () => {
    const url = await startTls('DNS:redis.example.com');
    expect(await redisProblem(url)).toMatch(/^Hostname\/IP does not match certificate's altnames: IP: 127\.0\.0\.1/);

    delete process.env['REDIS_CA_FILE'];
    expect(await redisProblem(url)).toBe('self-signed certificate');
  });

  it('refuses a client without certificate', async () => {
    const url = await startTls('IP:127.0.0.1');
    delete process.env['REDIS_CERT_FILE'];
    delete process.env['REDIS_KEY_FILE'];

    expect(await redisProblem(url)).toMatch(/certificate required/);
  });
});
