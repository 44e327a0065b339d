import { dirname, join } from 'node:path';
import { findUnpacked, unpackProgram, type WantedProgram } from '@chat/debian-packages';
import { fullVersionOf, onPath, userCacheFolder } from './redis-program.js';

/** The servers after Redis 7 that operators have a choice of. */
export const NEWER_SERVERS = [
  { title: 'Valkey 8', name: 'valkey-server', tools: 'valkey-tools' },
  { title: 'Redis 8', name: 'redis-server', tools: 'redis-tools' },
] as const;
export type NewerServer = (typeof NEWER_SERVERS)[number];

const MAJOR_VERSION = 8;
/** The release of Debian that has both. */
const RELEASE = 'trixie';

/** The program of a newer server, or why there is none. */
export type NewerProgram = { readonly title: string } & (
  | { readonly path: string; readonly version: string }
  | { readonly missing: string }
);

export interface NewerSearch {
  /** Folder for downloads. */
  readonly downloadTo?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Release of Debian to take packages from. */
  readonly release?: string;
}

/** Finds each server of major version 8: on the PATH, in earlier downloads, or in the archive of Debian. */
export const findNewerServers = (search: NewerSearch = {}): Promise<NewerProgram[]> =>
  Promise.all(NEWER_SERVERS.map((server) => findNewerServer(server, search)));

async function findNewerServer(
  server: NewerServer,
  { downloadTo = dirname(userCacheFolder()), env = process.env, release = RELEASE }: NewerSearch,
): Promise<NewerProgram> {
  const { title, name } = server;
  const installed = onPath(name, env);
  const version = installed === undefined ? undefined : fullVersionOf(installed);
  if (installed !== undefined && isWanted(version)) return { title, path: installed, version };
  if (onPath('apt-get', env) === undefined) return { title, missing: 'this system has no apt-get' };
  const wanted = packaged(server, release);
  const folder = join(downloadTo, `${release}-${name}-${process.arch}`);
  try {
    const { path } = findUnpacked(folder, wanted) ?? (await unpackProgram(folder, wanted));
    const downloaded = fullVersionOf(path);
    return isWanted(downloaded)
      ? { title, path, version: downloaded }
      : { title, missing: `the archive of Debian ${release} has version ${downloaded ?? 'unknown'}` };
  } catch (error) {
    return { title, missing: `the archive of Debian ${release}: ${(error as Error).message.split('\n')[0]}` };
  }
}

const isWanted = (version: string | undefined): version is string =>
  version !== undefined && Number.parseInt(version, 10) === MAJOR_VERSION;

const packaged = ({ name, tools }: NewerServer, release: string): WantedProgram => ({
  packages: [[name, tools]],
  paths: [`usr/bin/${name}`],
  versionArguments: ['--version'],
  release,
});

/** One line for the output of a run. */
export const newerProgramLine = (program: NewerProgram): string =>
  'path' in program
    ? `${program.title}: tested with version ${program.version} (${program.path})`
    : `${program.title}: not tested, because it was not found (${program.missing})`;
