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

async function startServer(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_, response) => response.setHeader('connection', 'close').end('served'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
  listening = [server];
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function open(server: Server, lanes: number): Promise<NetServer[]> {
  const opened = await openLanes(server, lanes, BACKLOG, pino({ level: 'silent' }));
  listening.push(...opened);
  return opened;
}

const read = async (origin: string): Promise<string> => (await fetch(origin)).text();

describe('openLanes', () => {
  it('accepts connections of one address over several handles, for one server', async () => {
    const { server, origin } = await startServer();
    const opened = await open(server, 4);

    expect(opened.map((lane) => lane.address())).toEqual(Array(3).fill(server.address()));
    NetServer.prototype.close.call(server);
    expect(await read(origin)).toBe('served');
    for (const lane of opened) lane.close();
    await expect(fetch(origin)).rejects.toThrow();
    listening = [];
  });

  it('serves every connection that clients open meanwhile', async () => {
    const { server, origin } = await startServer();
    let isOpening = true;
    const responses: Promise<string>[] = [];

    const opening = open(server, 8).finally(() => {
      isOpening = false;
    });
    while (isOpening) {
      responses.push(read(origin));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await opening;

    expect(await Promise.all(responses)).toEqual(responses.map(() => 'served'));
  });

  it('opens no further handle if one is enough', async () => {
    const { server, origin } = await startServer();
    const opened = await open(server, 1);

    expect(opened).toEqual([]);
    expect(await read(origin)).toBe('served');
  });
});
