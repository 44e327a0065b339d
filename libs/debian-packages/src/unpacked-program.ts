import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Apt } from './apt.js';
import { launcherOf, writeLauncher } from './foreign-launcher.js';
import { libraryFolders } from './library-folders.js';

/** Libraries of libraries: how deep slim images were ever found to lack something, and one more. */
const MAX_LIBRARY_ROUNDS = 4;

/** A program and the packages that it comes in. */
export interface WantedProgram {
  /** Packages that hold it, or another that does as well: the first that the archive has all of are taken. */
  readonly packages: readonly (readonly string[])[];
  /** Where it may be, such as `usr/bin/redis-server`. */
  readonly paths: readonly string[];
  /** With these it says its version and ends with 0, if no library is missing. */
  readonly versionArguments: readonly string[];
  /**
   * The release of Debian to take it from, such as `trixie`, if not this system's. The program then brings its C library, and `path` is a
   * script that starts it.
   */
  readonly release?: string;
}

/** A program that was unpacked into a folder. */
export interface UnpackedProgram {
  readonly path: string;
  /** Value for LD_LIBRARY_PATH; undefined for a program of another release: its script names the libraries. */
  readonly libraries: string | undefined;
  /** The folder that stands for `/` of an installed package. */
  readonly root: string;
}

/** The program that an earlier `unpackProgram` left in `folder`; undefined when there is none that runs. */
export function findUnpacked(folder: string, wanted: WantedProgram): UnpackedProgram | undefined {
  const root = join(folder, 'root');
  const placeOf = (path: string) => (wanted.release === undefined ? join(root, path) : launcherOf(folder, path));
  const path = wanted.paths.map(placeOf).find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  const libraries = wanted.release === undefined ? libraryFolders(root).join(':') : undefined;
  const env = libraries === undefined ? { PATH: process.env.PATH } : { LD_LIBRARY_PATH: libraries };
  const { status } = spawnSync(path, wanted.versionArguments, { env });
  return status === 0 ? { path, libraries, root } : undefined;
}

/**
 * Downloads a program, and the libraries that this system lacks for it, with apt-get and unpacks them into `folder`, which may be
 * moved afterwards. Needs no root and installs nothing. Throws if the archive is unreachable or lacks the program. Of several
 * simultaneous downloads the first one stays, since it may be running already.
 */
export async function unpackProgram(folder: string, wanted: WantedProgram): Promise<UnpackedProgram> {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}.`);
  try {
    await unpackInto(work, wanted);
    if (findUnpacked(folder, wanted) === undefined) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(work, folder);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const unpacked = findUnpacked(folder, wanted);
  if (unpacked === undefined) throw new Error('the downloaded program does not run');
  return unpacked;
}

async function unpackInto(work: string, wanted: WantedProgram): Promise<void> {
  const root = join(work, 'root');
  const apt = new Apt(work, wanted.release);
  await apt.update();
  let names = await availablePackages(apt, wanted);
  await apt.unpack(names, root);
  const path = wanted.paths.find((candidate) => existsSync(join(root, candidate)));
  if (path === undefined) throw new Error('the package does not hold the program');
  if (wanted.release !== undefined) {
    await apt.unpack(['libc6'], root);
    writeLauncher(work, path, libraryFolders(root));
  }
  for (let round = 0; findUnpacked(work, wanted) === undefined; round++) {
    names = await apt.librariesOf(names);
    if (names.length === 0 || round === MAX_LIBRARY_ROUNDS) throw new Error('the downloaded program lacks libraries');
    await apt.unpack(names, root);
  }
  apt.remove();
}

async function availablePackages(apt: Apt, { packages }: WantedProgram): Promise<readonly string[]> {
  for (const names of packages) if (await apt.hasAll(names)) return names;
  throw new Error(`it has no package ${packages.map(([name]) => name).join(' or ')}`);
}
