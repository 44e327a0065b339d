import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RawHttp } from './raw-http.js';

describe('RawHttp', () => {
  let server: Server;
  let http: RawHttp;

  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.url === '/ends') response.on('finish', () => request.socket.end());
      response.end('taken');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    http = new RawHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2_000);
  });

  afterEach(() => {
    http.close();
    server.close();
  });

  const send = (target: string) => http.send({ method: 'GET', target, headers: [['host', 'a']] });

  it('opens a new connection if the server has ended the idle one', async () => {
    await send('/ends');
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect((await send('/')).text).toBe('taken');
  });

  it('uses a connection again', async () => {
    const connections: unknown[] = [];
    server.on('connection', (socket) => connections.push(socket));
    await send('/');
    await send('/');

    expect(connections).toHaveLength(1);
  });
});
