import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openLanes } from './accept-lanes.js';

const BACKLOG = 64;
let listening: NetServer[] = [];

afterEach(() => {
  for (const server of listening) NetServer.prototype.close.call(server);
  listening = [];
});

async function listen(lanes: number): Promise<{ server: Server; opened: NetServer[]; origin: string }> {
  const server = createServer((_, response) => response.setHeader('connection', 'close').end('served'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
  const opened = await openLanes(server, lanes, BACKLOG, pino({ level: 'silent' }));
  listening = [server, ...opened];
  return { server, opened, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('openLanes', () => {
  it('accepts connections of one address over several handles, for one server', async () => {
    const { server, opened, origin } = await listen(4);

    expect(opened.map((lane) => lane.address())).toEqual(Array(3).fill(server.address()));
    NetServer.prototype.close.call(server);
    expect(await (await fetch(origin)).text()).toBe('served');
    for (const lane of opened) lane.close();
    await expect(fetch(origin)).rejects.toThrow();
    listening = [];
  });

  it('serves every connection that comes meanwhile', async () => {
    const server = createServer((_, response) => response.setHeader('connection', 'close').end('served'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let isOpening = true;
    const answers: Promise<string>[] = [];
    const ask = async () => (await fetch(origin)).text();

    const opening = openLanes(server, 8, BACKLOG, pino({ level: 'silent' })).finally(() => {
      isOpening = false;
    });
    while (isOpening) {
      answers.push(ask());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    listening = [server, ...(await opening)];

    expect(await Promise.all(answers)).toEqual(answers.map(() => 'served'));
  });

  it('opens no further handle if one is enough', async () => {
    const { opened, origin } = await listen(1);

    expect(opened).toEqual([]);
    expect(await (await fetch(origin)).text()).toBe('served');
  });
});
