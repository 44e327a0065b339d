import { connect } from 'node:net';
import { StartFailure } from '../servers/start-failure.js';

const TIMEOUT_MS = 5_000;

/** Checks that something listens where an URL of the environment points. Throws StartFailure without its password. */
export async function checkConnection(variable: string, url: string, defaultPort: number): Promise<void> {
  let host: string;
  let port: number;
  try {
    const parsed = new URL(url);
    host = parsed.hostname;
    port = Number(parsed.port || defaultPort);
  } catch {
    throw new StartFailure(`${variable} is not a URL.`);
  }
  const error = await new Promise<Error | undefined>((resolve) => {
    const socket = connect({ host, port });
    const finish = (result: Error | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(new Error('no answer')));
    socket.on('error', finish);
    socket.on('connect', () => finish(undefined));
  });
  if (error !== undefined) {
    throw new StartFailure(`${variable} points to ${host}:${port}, which cannot be reached (${error.message}).`);
  }
}
