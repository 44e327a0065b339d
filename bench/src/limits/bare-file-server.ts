import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * A separate process: Node's HTTP server, which stores and syncs the body of a PUT, and serves the file that was stored last. Reports its
 * port, ends with its parent.
 */
const folder = mkdtempSync(join(tmpdir(), 'chat-bench-bare-'));
let stored = 0;
const server = createServer((request, response) => {
  const answering =
    request.method === 'PUT'
      ? pipeline(request, createWriteStream(join(folder, String(++stored)), { flush: true })).then(() => response.end())
      : pipeline(createReadStream(join(folder, '1')), response);
  answering.catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});
