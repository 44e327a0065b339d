import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

/** A separate process: one POST route that reads a form and returns a constant. Reports its port, ends with its parent. */
const server = fastify({ logger: false });
server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
server.post('/api/v1/messages', (_request, reply) =>
  reply.type('application/json').send('{"result":"success","msg":""}'),
);
await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.((server.server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit(0));
