import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ApiUser } from '../load/api-user.js';
import { closedLoop } from '../load/closed-loop.js';
import type { Limit, Spell } from './limits.js';

const CONNECTIONS = 16;
const user = new ApiUser(0, 'localhost', 1, 'user@example.com', 'k'.repeat(32));

/** A bare Fastify POST route, under the load that the gateway's routes get. */
export const bareHttp: Limit = {
  name: 'http',
  title: `bare Fastify POST route, ${CONNECTIONS} connections`,
  measure: (_servers, spell) =>
    answersPerSecond('./bare-http-server.js', user.toStream(1, 'topic', 'These messages are not counted.'), spell),
};

/** Node's bare HTTP server. The generator reaches the same rate as wrk. */
export const bareNode: Limit = {
  name: 'node',
  title: `bare Node HTTP server, GET, ${CONNECTIONS} connections`,
  onGoalsMachine: 88_000,
  measure: (_servers, spell) => answersPerSecond('./bare-node-server.js', user.get('/', {}), spell),
};

/** `module` is a server process that reports its port. */
async function answersPerSecond(module: string, request: Buffer, spell: Spell): Promise<number> {
  const server = fork(new URL(module, import.meta.url));
  try {
    const [port] = (await once(server, 'message')) as [number];
    return (await closedLoop({ port, connections: CONNECTIONS, ...spell, next: () => request })).perSecond;
  } finally {
    server.disconnect();
  }
}
