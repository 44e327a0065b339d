import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

/** Program of the helper process: sends each handle back several times. The listener keeps the process alive until all are sent. */
const HELPER = `process.on('message', (copies, socket) => {
  for (let n = 0; n < copies; n++) process.send(n, socket);
  process.disconnect();
});`;
const HELPER_TIMEOUT_MS = 10_000;

/**
 * Makes several handles listen to the socket of `server`. Node accepts one connection per handle and turn of its event loop. A busy
 * loop makes some dozen turns a second, so with one handle the last of 4,000 simultaneous clients waited half a minute.
 *
 * A helper process duplicates the handles, because Node offers no other way (`reusePort` needs a later Node). Resolves with the further
 * servers, which pass their connections to `server` and which the caller must close. If no process can be started, there are fewer,
 * and a warning.
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
  helper.on('error', (err) => logger.warn({ err }, 'Helper process failed; connections are accepted one at a time'));
  helper.on('message', (_, copy) => {
    // The options of an HTTP server's own connections.
    const lane = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    lane.on('error', (err) => logger.warn({ err }, 'Lane for connections failed; it accepts no more'));
    // All handles share the backlog of the socket; the last `listen` sets it.
    lane.listen(copy, backlog);
    opened.push(lane);
  });
  helper.send(lanes - 1, handle);
  await once(helper, 'close').catch(() => {});
  if (opened.length < lanes - 1)
    logger.warn({ lanes: opened.length + 1 }, 'Gateway has fewer lanes for connections than configured');
  return opened;
}
