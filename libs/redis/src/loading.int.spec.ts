import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import { connectRedis } from './connect.js';

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** A server that says it will load its data for another minute, and is ready at the next question. */
async function startLoadingServer() {
  let questions = 0;
  const replyTo = (command: string): string => {
    if (command.includes('ping')) return '+PONG\r\n';
    if (!command.includes('\r\ninfo\r\n')) return '+OK\r\n';
    return bulk(questions++ === 0 ? 'loading:1\r\nloading_eta_seconds:60\r\n' : 'loading:0\r\n');
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = String(data)
        .toLowerCase()
        .split(/(?=\*\d)/);
      socket.write(commands.map(replyTo).join(''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

it('a connection is ready soon after its server has loaded its data, however long the server expected to load', async () => {
  const server = await startLoadingServer();
  const connection = connectRedis(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, { name: 'test' });

  // Far less than the minute, and than the ten seconds of ioredis.
  await eventually(() => connection.status === 'ready', { withinMs: 5_000 });

  expect(await connection.ping()).toBe('PONG');
  connection.disconnect();
  server.close();
});
