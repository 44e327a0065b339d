#!/usr/bin/env node
// Bundles the compiled services of this repository into dist/services, unless nothing has changed since the last time. With a folder:
// bundles the one service that docker/assemble.sh has put there, into its dist/bundle.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICES } from '../bootstrap/services.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = join(root, 'dist', 'services');
const digestFile = join(target, '.digest');
const [folder] = process.argv.slice(2);

if (folder === undefined) await bundleRepository();
else await bundle({ main: resolve(folder, 'dist', 'main.js') }, resolve(folder, 'dist', 'bundle'));

async function bundleRepository() {
  const digest = inputDigest();
  if (readIfThere(digestFile) === digest) return;
  const entries = SERVICES.map((name) => [name, join(root, 'apps', name, 'dist', 'main.js')]);
  await bundle({ ...Object.fromEntries(entries), ...drivers() }, target);
  writeFileSync(digestFile, digest);
}

/** Entries of the drivers, so that preloads of tests and benchmarks can change the prototypes that the services use. */
function drivers() {
  const resolveFor = (lib) => createRequire(join(root, 'libs', lib, 'package.json')).resolve;
  return { ioredis: resolveFor('redis')('ioredis'), pg: resolveFor('postgres')('pg') };
}

async function bundle(entries, into) {
  // An unchanged repository does not load the bundler.
  const bundler = await import('./bundle.mjs');
  await bundler.bundle(entries, into);
}

/** Digest of everything that decides the bundles: the states of the compiler name the digest of each source. */
function inputDigest() {
  const libs = readdirSync(join(root, 'libs')).map((name) => join('libs', name));
  const states = [...libs, ...SERVICES.map((name) => join('apps', name))].map(
    (project) => `${project}/dist/.tsbuildinfo`,
  );
  const hash = createHash('sha256');
  for (const path of [
    'pnpm-lock.yaml',
    'services.json',
    'tools/bundle/bundle.mjs',
    'tools/bundle/bundle-services.mjs',
    ...states,
  ])
    hash.update(`${path}\0${readIfThere(join(root, path))}\0`);
  return hash.digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
