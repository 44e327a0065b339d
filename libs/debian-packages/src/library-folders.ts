import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Below `root`: usr/lib, usr/lib/x86_64-linux-gnu and the like. */
export function libraryFolders(root: string): string[] {
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
