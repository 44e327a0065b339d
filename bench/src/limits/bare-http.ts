import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import type { Limit } from './limit.js';

/** A bare Fastify POST route, asked as our own routes are. */
export const bareHttp: Limit = {
  name: 'http',
  title: 'bare Fastify POST route, 16 connections',
  async measure() {
    const server = fork(new URL('./bare-http-server.js', import.meta.url));
    try {
      const [port] = (await once(server, 'message')) as [number];
      const user = new ApiUser(port, 'localhost', 1, 'user@example.com', 'k'.repeat(32));
      const request = user.toStream(1, 'topic', 'These messages are not counted.');
      const loop = { port, connections: 16, warmUpMs: 1_000, durationMs: 1_500, next: () => request };
      return (await closedLoop(loop)).perSecond;
    } finally {
      server.disconnect();
    }
  },
};
