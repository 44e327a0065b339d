import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

/** What the helper runs: sends what it gets back so many times. A listener that stays keeps it alive until all are sent. */
const HELPER = `process.on('message', (copies, socket) => {
  for (let n = 0; n < copies; n++) process.send(n, socket);
  process.disconnect();
});`;
const HELPER_TIMEOUT_MS = 10_000;

/**
 * Node accepts one connection for each turn of its event loop and listening handle. A loop that is busy makes some dozen turns a
 * second: of four thousand clients that come at once the last was let in after half a minute, however quickly those who were in
 * were answered. So the same socket is listened to by several handles, each of which accepts a connection a turn.
 *
 * Handles get duplicated by passing them to another process and back, which is all that Node offers (sockets that share a port by
 * themselves need a later Node). Resolves with the further servers, which hand their connections to `server`; with fewer, and a
 * warning, where no process can be started. Whoever stops listening closes them, too.
 */
export async function openLanes(
  server: HttpServer,
  lanes: number,
  backlog: number,
  logger: Logger,
): Promise<NetServer[]> {
  const opened: NetServer[] = [];
  if (lanes <= 1) return opened;
  const { _handle: handle } = server as unknown as { readonly _handle: never };
  const helper = spawn(process.execPath, ['-e', HELPER], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    timeout: HELPER_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  helper.on('error', (err) => logger.warn({ err }, 'Connections are accepted one at a time'));
  helper.on('message', (_, copy) => {
    // As an HTTP server makes its own connections.
    const lane = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    lane.on('error', (err) => logger.warn({ err }, 'A lane for connections is closed'));
    // The length of the queue is the socket's: the last who listens says it.
    lane.listen(copy, backlog);
    opened.push(lane);
  });
  helper.send(lanes - 1, handle);
  await once(helper, 'close').catch(() => {});
  if (opened.length < lanes - 1)
    logger.warn({ lanes: opened.length + 1 }, 'Fewer lanes for connections than asked for');
  return opened;
}
