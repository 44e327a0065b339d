import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A process of its own: Node's HTTP server, which answers whatever it is asked with two bytes. Tells its port, ends with its parent. */
const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
