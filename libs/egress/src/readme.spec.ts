import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Egress, EgressError } from './index.js';

const server = createServer((_, response) => response.end('Hello'));
let opened: Egress;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env['EGRESS_ALLOW'] = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const egress = Egress.fromSettings();
  opened = egress;
});
afterAll(async () => {
  await opened.onApplicationShutdown();
  server.close();
});

async function example(egress: Egress, url: string): Promise<string> {
  try {
    const { status, body, isCut } = await egress.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      timeoutMs: 10_000,
      maxBodyBytes: 1024 * 1024,
    });
    return `${status} ${body.length}${isCut ? ' and more' : ''}`;
  } catch (error) {
    if (error instanceof EgressError && error.kind === 'refused') return error.message;
    throw error;
  }
}

it('the example in the README reaches an allowed address, and explains a refused one', async () => {
  const { port } = server.address() as AddressInfo;

  expect(await example(opened, `http://127.0.0.1:${port}/`)).toBe('200 5');
  expect(await example(opened, 'https://10.0.0.1/')).toBe(
    'The address does not lead to a server that may be contacted.',
  );
});
