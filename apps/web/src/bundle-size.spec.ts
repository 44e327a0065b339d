import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const CLIENT = join(PROJECT, 'dist/client');
const KIB = 1_024;

/** A file of the bundle, by Vite's manifest. Names of other files are keys of the manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Parts that load until the first conversation is on the screen, besides those of the page: ends of their names in the manifest. */
const LOADED_AT_START = ['/languages/de.texts'];

let chunks: Readonly<Record<string, Chunk>>;
beforeAll(() => {
  execFileSync(process.execPath, [join(PROJECT, 'scripts/build.mjs')]);
  chunks = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'));
}, 60_000);

function partOf(source: string): string {
  const name = Object.keys(chunks).find((key) => key.endsWith(source));
  if (name === undefined) throw new Error(`The bundle has no part "${source}".`);
  return name;
}

/** Scripts and style sheets that come with a part. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name] as Chunk;
  if (found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

/** Scripts and style sheets that the page names, and those that come with them. */
function filesOfPage(): Set<string> {
  const page = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const named = new Set([...page.matchAll(/"\/(assets\/[\w-]+\.(?:js|css))"/g)].map(([, file]) => file as string));
  const parts = Object.keys(chunks).filter((name) => named.has((chunks[name] as Chunk).file));
  return parts.reduce((found, name) => filesOf(name, found), new Set<string>());
}

const bytesOf = (files: Iterable<string>, suffix = ''): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(CLIENT, file + suffix)).length, 0);

describe('the bundle', () => {
  it('has at most 200 KiB of scripts and styles until the first conversation, compressed', () => {
    const files = new Set([...filesOfPage(), ...LOADED_AT_START.flatMap((name) => [...filesOf(partOf(name))])]);

    expect(bytesOf(files, '.br') / KIB).toBeLessThan(200);
  });

  it('loads at most three scripts and styles with the page: each is a request', () => {
    const files = filesOfPage();

    expect(files.size).toBeLessThanOrEqual(3);
    expect(bytesOf(files)).toBeGreaterThan(100 * KIB);
  });

  it('has at most 60 KiB of fonts for Latin texts', () => {
    const fonts = Object.values(chunks).filter(({ file }) => /-latin-(?!ext).*\.woff2$/.test(file));

    expect(fonts.length).toBeGreaterThan(0);
    expect(bytesOf(fonts.map(({ file }) => file)) / KIB).toBeLessThan(60);
  });

  it('has no source maps that a browser would ask for', () => {
    const scripts = [...filesOfPage()].filter((file) => file.endsWith('.js'));

    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts) expect(readFileSync(join(CLIENT, file), 'utf8')).not.toContain('sourceMappingURL');
  });
});
