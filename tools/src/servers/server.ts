import type { ProcessDefinition } from '../processes/supervised-process.js';

/** How a private server is to be set up. */
export interface ServerOptions {
  /** Absolute path of the folder that holds its data and passwords; made when missing. */
  folder: string;
  /** True for data that must survive a power cut; false for tests, where speed counts. */
  isDurable: boolean;
  /** Default: a free one. */
  port?: number;
}

/** A server that is ready to be run. Its `service` is `postgres` or `redis`. */
export interface Server extends ProcessDefinition {
  /** With the password: never for a log. */
  readonly url: string;
  /** The same server by a Unix socket, where it has one: less than half the work of a loopback connection. For the services. */
  readonly socketUrl?: string;
  readonly port: number;
  /** Creates the database and role that the services expect. Needs a ready server; safe to repeat. */
  provision(): Promise<void>;
  /** Deletes its data. Needs a stopped server. */
  discard(): void;
}

/**
 * The system cannot start for a reason outside the program (a port in use, no Redis available). The message is shown
 * without a stack trace and names the remedy.
 */
export class StartFailure extends Error {
  readonly isExpected = true;
}

/** Maximum length of the address of a Unix socket: 108 bytes on Linux, 104 elsewhere, including its end. */
const MAX_PATH_BYTES = 100;

/** The path if a server can listen there as on a Unix socket; undefined where it is too long, or this system has none. */
export const socketPath = (path: string): string | undefined =>
  process.platform === 'win32' || Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path;
