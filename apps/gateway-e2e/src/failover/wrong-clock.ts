import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackLibraries } from '@chat/debian-packages';

/** Downloaded once to the folder of the other test servers. */
const FOLDER = fileURLToPath(new URL('../../../../.local/test-servers/datefudge', import.meta.url));

/**
 * Environment of a server with a clock that is so many seconds ahead: datefudge from the package of Debian stands between the program and
 * the system. libfaketime could change the offset later, but does not start with the allocator of Redis. Rejects without the package.
 */
export async function wrongClock(seconds: number): Promise<NodeJS.ProcessEnv> {
  const folders = (await unpackLibraries(FOLDER, ['datefudge'])).split(':');
  const library = folders.map((folder) => join(folder, 'datefudge', 'datefudge.so')).find(existsSync);
  if (library === undefined) throw new Error('The package datefudge lacks its library.');
  // datefudge subtracts.
  return { LD_PRELOAD: library, DATEFUDGE: String(-seconds) };
}
