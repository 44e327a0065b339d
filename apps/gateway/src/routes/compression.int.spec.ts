import { createHook } from 'node:async_hooks';
import { getBotStorage, ResolveRealm, sendMessage } from '@chat/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { TestGateway } from '../testing/test-gateway.js';

const LARGE = { storage: { text: 'all work and no play '.repeat(200) } };
const BROTLI = { 'accept-encoding': 'br' };

let running: TestGateway | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start({ reply = LARGE, isSecure = false } = {}): Promise<TestGateway> {
  running = await TestGateway.start({
    features: [],
    endpoints: [getBotStorage, sendMessage],
    services: {
      messaging: { [sendMessage.pattern]: () => ({ id: 7 }) },
      users: { [getBotStorage.pattern]: () => reply },
      'realm-settings': { [ResolveRealm.pattern]: () => ({ realmId: 1, isDeactivated: false, isSecure }) },
    },
    settings: { corsOrigins: ['https://app.example'] },
  });
  return running;
}

describe('a large response', () => {
  it('is compressed for a client that accepts it, and says so to caches', async () => {
    const gateway = await start();
    const as = gateway.users.add();
    const { headers, body } = await gateway.request('GET', '/bot_storage', { as, headers: BROTLI });
    const plain = await gateway.request('GET', '/bot_storage', { as, headers: { 'accept-encoding': 'identity' } });

    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toBe('origin, accept-encoding');
    expect(Number(headers.get('content-length'))).toBeLessThan(200);
    expect(body).toEqual(plain.body);
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'origin']);
  });

  it('is compressed from 1 KiB on', async () => {
    const reply = { storage: { text: '' } };
    const gateway = await start({ reply });
    const as = gateway.users.add();
    const around = JSON.stringify({ result: 'success', msg: '', ...reply }).length;
    const encodingAt = async (length: number) => {
      reply.storage.text = 'a'.repeat(length - around);
      return (await gateway.request('GET', '/bot_storage', { as, headers: BROTLI })).headers.get('content-encoding');
    };

    expect([await encodingAt(1_023), await encodingAt(1_024)]).toEqual([null, 'br']);
  });

  it('is compressed for a session by HTTPS only if its own page asks', async () => {
    const gateway = await start({ isSecure: true });
    const cookie = `__Host-${gateway.users.session(gateway.users.add())}`;
    const encoding = async (site: Record<string, string>) => {
      const headers = { ...BROTLI, ...site, cookie };
      const response = await gateway.request('GET', '/bot_storage', { prefix: '/json', headers });
      return [response.status, response.headers.get('content-encoding')];
    };

    expect(await encoding({ 'sec-fetch-site': 'same-origin' })).toEqual([200, 'br']);
    expect(await encoding({ 'sec-fetch-site': 'cross-site' })).toEqual([200, null]);
    expect(await encoding({})).toEqual([200, null]);
  });
});

/** Compressions and decompressions of this process meanwhile. The gateway runs in it. */
async function compressionsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') count++;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}

it('the response to a sent message is neither compressed nor reaches the code for it', async () => {
  const gateway = await start();
  const as = gateway.users.add();
  const form = { type: 'stream', to: 'design', topic: 'lunch', content: 'word '.repeat(400) };
  const send = async () => {
    const { body, headers } = await gateway.request('POST', '/messages', { as, form, headers: BROTLI });
    expect(body).toMatchObject({ result: 'success', id: 7 });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'origin']);
  };

  expect(await compressionsDuring(send)).toBe(0);
  expect(
    await compressionsDuring(() => gateway.request('GET', '/bot_storage', { as, headers: BROTLI })),
  ).toBeGreaterThan(0);
});
