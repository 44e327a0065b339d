import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ratePerSecond, sleep } from '../load/closed-loop.js';
import type { LimitName } from '../measurement.js';
import type { Limit, Spell } from './limits.js';

const CLIENTS = 50;
const PAYLOAD = 'x'.repeat(100);

export const redisRpush: Limit = {
  ...redisLimit('rpush', 'Redis RPUSH of 100 bytes, 50 clients', ['RPUSH', 'bench', PAYLOAD]),
  onGoalsMachine: 102_000,
};
export const redisPublish = redisLimit('publish', 'Redis PUBLISH of 100 bytes, 50 clients', [
  'PUBLISH',
  'bench',
  PAYLOAD,
]);

/** One command at a time from each of 50 clients, nothing pipelined, in a Redis like the system's own. */
function redisLimit(name: LimitName, title: string, command: readonly string[]): Limit {
  return {
    name,
    title,
    async measure({ redisUrl }, spell) {
      const clients = await Promise.all(Array.from({ length: CLIENTS }, () => openClient(redisUrl)));
      try {
        return await commandsPerSecond(clients, encode(command), spell);
      } finally {
        clients[0]?.write(encode(['DEL', 'bench']));
        await sleep(100);
        for (const client of clients) client.destroy();
      }
    },
  };
}

async function openClient(redisUrl: string): Promise<Socket> {
  const { port, password } = new URL(redisUrl);
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  if (password !== '') {
    socket.write(encode(['AUTH', decodeURIComponent(password)]));
    await once(socket, 'data');
  }
  return socket;
}

async function commandsPerSecond(clients: readonly Socket[], command: string, spell: Spell): Promise<number> {
  let answers = 0;
  let isOver = false;
  for (const client of clients) {
    // The reply of both commands is one short line, so it arrives in one piece.
    client.on('data', () => {
      answers++;
      if (!isOver) client.write(command);
    });
    client.write(command);
  }
  const perSecond = await ratePerSecond(() => answers, spell);
  isOver = true;
  return perSecond;
}

const encode = (command: readonly string[]): string =>
  `*${command.length}\r\n${command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;
