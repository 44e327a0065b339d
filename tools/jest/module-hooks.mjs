// Lets Node load test files and sources: TypeScript, and `@jest/globals`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Compiled sources, each with the digest of its input at the end. */
const COMPILED = join(ROOT, '.local', 'compiled-tests');
const CONFIGURATION = readFileSync(join(ROOT, '.swcrc'), 'utf8');
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  // Sources import each other by the names of the compiled files.
  if (context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier)) {
    const source = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
}

function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const digest = createHash('sha1').update(`${version}\0${CONFIGURATION}\0${source}`).digest('hex');
  const path = join(COMPILED, `${createHash('sha1').update(filename).digest('hex')}.js`);
  const lastLine = `\n// ${digest}\n`;
  const stored = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (stored.endsWith(lastLine)) return stored;
  const { code } = transformSync(source, { filename, root: ROOT, sourceMaps: 'inline' });
  mkdirSync(COMPILED, { recursive: true });
  // Several workers may compile a file at once; none reads a part of it.
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, code + lastLine);
  renameSync(partial, path);
  return code;
}
