/** What an address of a Unix socket may hold: 108 bytes on Linux, 104 elsewhere, with its end. */
const MAX_PATH_BYTES = 100;

/** The path if a server can listen there as on a Unix socket; undefined where it is too long, or this system has none. */
export const socketPath = (path: string): string | undefined =>
  process.platform === 'win32' || Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path;
