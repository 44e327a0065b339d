import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const UPDATE_TIMEOUT_MS = 120_000;
/** Libraries of libraries: how deep slim images were ever found to lack something, and one more. */
const MAX_DEPENDENCY_ROUNDS = 4;
/** Never from a package: mixing another C library into a process than the system's loader belongs to crashes it. */
const LEFT_TO_SYSTEM = /^(libc6|libgcc|libcrypt1|gcc-)/;

/** A Redis that was unpacked into a folder. */
export interface DownloadedRedis {
  path: string;
  /** Value for LD_LIBRARY_PATH. */
  libraries: string;
}

/** The Redis that an earlier fetchFromPackages left in `folder`; undefined when there is none that runs. */
export function loadDownloaded(folder: string): DownloadedRedis | undefined {
  try {
    const { path, libraries } = JSON.parse(readFileSync(join(folder, 'redis.json'), 'utf8')) as DownloadedRedis;
    const found = { path: join(folder, path), libraries: absolute(folder, libraries) };
    return doesRun(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Downloads Redis (or its successor Valkey) and the libraries that this system lacks with apt-get and unpacks them
 * into `folder`. apt-get is given state and cache folders of its own, so it needs no root and changes nothing; the
 * packages' signatures are checked as always. Throws when the archive cannot be reached or holds neither.
 */
export async function fetchFromPackages(folder: string): Promise<DownloadedRedis> {
  const work = `${folder}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  const packages = join(work, 'packages');
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages']) {
    mkdirSync(join(work, part), { recursive: true, mode: 0o700 });
  }
  try {
    const apt = aptIn(work, packages);
    await apt('apt-get', ['update']);
    const names = await availablePackages(apt);
    await unpack(apt, names, packages, work);
    const found = locate(work);
    let frontier = names;
    for (let round = 0; round < MAX_DEPENDENCY_ROUNDS && !doesRun(found); round++) {
      frontier = await librariesOf(apt, frontier);
      if (frontier.length === 0) break;
      await unpack(apt, frontier, packages, work);
      found.libraries = libraryFolders(work);
    }
    if (!doesRun(found)) throw new Error('the downloaded program lacks libraries');
    const relative = { path: found.path.slice(work.length + 1), libraries: relativeTo(work, found.libraries) };
    writeFileSync(join(work, 'redis.json'), JSON.stringify(relative));
    for (const part of ['state', 'cache', 'packages']) rmSync(join(work, part), { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
    return { path: join(folder, relative.path), libraries: absolute(folder, relative.libraries) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

type Apt = (program: 'apt-get' | 'apt-cache', args: string[]) => Promise<string>;

function aptIn(work: string, cwd: string): Apt {
  const options = [
    `Dir::State=${work}/state`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${work}/cache`,
    'Debug::NoLocking=1',
    // As root apt would switch to a user of its own, which may not enter this folder.
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
    'Acquire::Retries=3',
  ].flatMap((option) => ['-o', option]);
  return async (program, args) => {
    const env = { ...process.env, LC_ALL: 'C' };
    const { stdout } = await run(program, [...options, ...args], { cwd, env, timeout: UPDATE_TIMEOUT_MS });
    return stdout;
  };
}

async function availablePackages(apt: Apt): Promise<string[]> {
  for (const names of [
    ['redis-server', 'redis-tools'],
    ['valkey-server', 'valkey-tools'],
  ]) {
    const shown = await apt('apt-cache', ['show', '--no-all-versions', ...names]).catch(() => '');
    if (names.every((name) => shown.includes(`Package: ${name}\n`))) return names;
  }
  throw new Error('it has no package redis-server or valkey-server');
}

async function librariesOf(apt: Apt, packages: string[]): Promise<string[]> {
  const output = await apt('apt-cache', ['depends', '--important', ...packages]);
  const names = [...output.matchAll(/^\s+\|?(?:Pre)?Depends: (\S+)$/gm)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => name.startsWith('lib') && !LEFT_TO_SYSTEM.test(name));
}

async function unpack(apt: Apt, names: string[], packages: string, work: string): Promise<void> {
  await apt('apt-get', ['download', ...names]);
  for (const file of readdirSync(packages)) {
    await run('dpkg-deb', ['-x', join(packages, file), join(work, 'root')]);
    rmSync(join(packages, file));
  }
}

function locate(work: string): DownloadedRedis {
  // redis-server is a link to redis-check-rdb or the like: the name decides what the program does.
  const path = ['redis-server', 'valkey-server']
    .map((name) => join(work, 'root', 'usr', 'bin', name))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error('the package holds no server program');
  return { path, libraries: libraryFolders(work) };
}

function libraryFolders(work: string): string {
  const root = join(work, 'root');
  return ['usr/lib', 'lib']
    .map((part) => join(root, part))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...triplets(folder)])
    .join(':');
}

/** Folders such as x86_64-linux-gnu. */
function triplets(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(folder, name));
}

function doesRun({ path, libraries }: DownloadedRedis): boolean {
  return spawnSync(path, ['--version'], { env: { LD_LIBRARY_PATH: libraries } }).status === 0;
}

function relativeTo(folder: string, paths: string): string {
  return paths
    .split(':')
    .map((path) => path.slice(folder.length + 1))
    .join(':');
}

function absolute(folder: string, paths: string): string {
  return paths
    .split(':')
    .map((path) => join(folder, path))
    .join(':');
}
