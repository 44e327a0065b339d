import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A separate process: Node's HTTP server, which answers every request with two bytes. Reports its port, ends with its parent. */
const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
