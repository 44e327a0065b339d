import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Apt } from './apt.js';
import { libraryFolders } from './library-folders.js';

/**
 * Downloads libraries, and those that they depend on, with apt-get and unpacks them into `folder`, unless an earlier call did. Returns a
 * value for LD_LIBRARY_PATH. For a program that comes from elsewhere. Throws if the archive is unreachable or lacks a package.
 */
export async function unpackLibraries(folder: string, packages: readonly string[]): Promise<string> {
  if (!existsSync(folder)) await unpackOnce(folder, packages);
  return libraryFolders(join(folder, 'root')).join(':');
}

/** Of several simultaneous downloads the first one stays. */
async function unpackOnce(folder: string, packages: readonly string[]): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}.`);
  try {
    const apt = new Apt(work);
    await apt.update();
    await apt.unpack([...new Set([...packages, ...(await apt.librariesOf(packages))])], join(work, 'root'));
    apt.remove();
    if (!existsSync(folder)) renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
