import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CuttableProxy } from './cuttable-proxy.js';
import { eventually } from './eventually.js';

describe('a proxy', () => {
  let server: Server;
  let accepted: Socket[];
  let proxy: CuttableProxy;

  beforeEach(async () => {
    accepted = [];
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => {});
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await CuttableProxy.start(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterEach(async () => {
    for (const socket of accepted) socket.destroy();
    await proxy.close();
    server.close();
  });

  /** A client of the echo server. */
  async function join() {
    const socket = connect(proxy.port, '127.0.0.1');
    const client = { socket, received: '', error: undefined as NodeJS.ErrnoException | undefined };
    socket.on('data', (chunk) => {
      client.received += chunk.toString();
    });
    socket.on('error', (error) => {
      client.error = error;
    });
    socket.write('a');
    await eventually(() => client.received === 'a');
    return client;
  }

  it('holds the replies of the server until they are released', async () => {
    const client = await join();
    proxy.holdReplies();
    client.socket.write('b');
    await eventually(() => (accepted[0]?.bytesRead ?? 0) === 2);
    expect(client.received).toBe('a');

    proxy.releaseReplies();
    await eventually(() => client.received === 'ab');
    client.socket.destroy();
  });

  it('holds data to the server until it is released', async () => {
    const client = await join();
    proxy.holdRequests();
    client.socket.write('b');
    accepted[0]?.write('c');
    await eventually(() => client.received === 'ac');
    expect(accepted[0]?.bytesRead).toBe(1);

    proxy.releaseRequests();
    await eventually(() => client.received === 'acb');
    client.socket.destroy();
  });

  it('passes nothing on a silent connection, not even its end, and serves new ones', async () => {
    const silent = await join();
    proxy.silence();
    silent.socket.write('b');
    accepted[0]?.destroy();

    const other = await join();
    expect([silent.received, silent.socket.destroyed, other.received]).toEqual(['a', false, 'a']);
    silent.socket.destroy();
    other.socket.destroy();
  });

  it('resets connections', async () => {
    const client = await join();
    proxy.reset();

    const error = await eventually(() => client.error);
    expect(error.code).toBe('ECONNRESET');
  });

  it('delays data in both directions, in order', async () => {
    const client = await join();
    proxy.delayMs = 20;
    const startedAt = performance.now();
    for (const letter of 'bcd') client.socket.write(letter);

    await eventually(() => client.received === 'abcd');
    expect(performance.now() - startedAt).toBeGreaterThan(35);
    client.socket.destroy();
  });
});
