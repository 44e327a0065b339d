import { freePort, isPortFree } from '../servers/free-port.js';
import { StartFailure } from '../servers/start-failure.js';

/** The port for the entrance: the one asked for, or a free one. Throws StartFailure when it cannot be had. */
export async function claimPort(host: string, port: number | undefined): Promise<number> {
  if (port === undefined) return freePort();
  const isFree = await isPortFree(host, port).catch((error: Error) => {
    throw new StartFailure(`Cannot listen on ${host}:${port}: ${error.message}`);
  });
  if (!isFree) {
    throw new StartFailure(
      `Port ${port} on ${host} is in use by another program. Stop that, or take another: PORT=8080 npm start`,
    );
  }
  return port;
}
