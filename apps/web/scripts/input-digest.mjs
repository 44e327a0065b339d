import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IGNORED = /(^|\/)(dist|node_modules)(\/|$)|\.md$|\.spec\.ts$/;

/** Digest of everything that decides the built client: its folder, the libraries of the repository in it, the lockfile. */
export function inputDigest(root) {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  add('pnpm-lock.yaml');
  for (const folder of ['apps/web', ...libraries(root, 'apps/web')])
    for (const path of filesIn(root, folder)) add(path);
  return hash.digest('hex');
}

/** Folders of the libraries that package.json names, and of those that these name. */
function libraries(root, folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const library = name.replace('@chat/', 'libs/');
    if (!name.startsWith('@chat/') || found.has(library)) continue;
    found.add(library);
    libraries(root, library, found);
  }
  return [...found].sort();
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => ({ path: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ path }) => !IGNORED.test(path))
    .flatMap(({ path, isFolder }) => (isFolder ? filesIn(root, path) : [path]))
    .sort();
}
