import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Place of the script that starts a program of another release. */
export const launcherOf = (folder: string, path: string): string => join(folder, 'bin', basename(path));

/**
 * Writes a script that starts the program at `path` below `<folder>/root` with the loader and the C library that are unpacked there, since
 * this system's may be older. It finds them by its own place, so the folder may be moved. The program takes the script for itself.
 */
export function writeLauncher(folder: string, path: string, libraryFolders: readonly string[]): void {
  const launcher = launcherOf(folder, path);
  const fromHere = (place: string) => `$here/${relative(dirname(launcher), place)}`;
  const loader = libraryFolders.flatMap(loadersIn)[0];
  if (loader === undefined) throw new Error('the package of the C library holds no loader');
  const lines = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    `exec "${fromHere(loader)}" --argv0 "$0" --library-path "${libraryFolders.map(fromHere).join(':')}" \\`,
    `  "${fromHere(join(folder, 'root', path))}" "$@"`,
  ];
  mkdirSync(dirname(launcher), { recursive: true });
  writeFileSync(launcher, `${lines.join('\n')}\n`);
  chmodSync(launcher, 0o755);
}

const loadersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^ld-linux.*\.so/.test(name))
        .map((name) => join(folder, name))
    : [];
