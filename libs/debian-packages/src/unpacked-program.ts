import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Apt } from './apt.js';

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
}

/** A program that was unpacked into a folder. */
export interface UnpackedProgram {
  readonly path: string;
  /** Value for LD_LIBRARY_PATH. */
  readonly libraries: string;
  /** The folder that stands for `/` of an installed package. */
  readonly root: string;
}

/** The program that an earlier `unpackProgram` left in `folder`; undefined when there is none that runs. */
export function findUnpacked(folder: string, wanted: WantedProgram): UnpackedProgram | undefined {
  const root = join(folder, 'root');
  const path = wanted.paths.map((candidate) => join(root, candidate)).find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  const libraries = libraryFolders(root).join(':');
  const { status } = spawnSync(path, wanted.versionArguments, { env: { LD_LIBRARY_PATH: libraries } });
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
  const apt = new Apt(work);
  await apt.update();
  let names = await availablePackages(apt, wanted);
  await apt.unpack(names, root);
  if (!wanted.paths.some((path) => existsSync(join(root, path))))
    throw new Error('the package does not hold the program');
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

/** usr/lib, usr/lib/x86_64-linux-gnu and the like. */
function libraryFolders(root: string): string[] {
  return ['usr/lib', 'lib']
    .map((part) => join(root, part))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [
      folder,
      ...readdirSync(folder)
        .filter((name) => name.includes('-linux-'))
        .map((name) => join(folder, name)),
    ]);
}
