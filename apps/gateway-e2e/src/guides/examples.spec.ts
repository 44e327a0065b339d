import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { comparableCode, exampleParagraphs } from './guide-blocks.js';
import { ARCHITECTURE, GUIDES, PACKAGES, READMES, ROOT, readPage } from './pages-with-code.js';

/** Sources and tests: each is compiled, and a test runs it. */
const SOURCES = PACKAGES.flatMap((folder) =>
  readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => comparableCode(readPage(`${folder}/src/${path}`), packageOf(folder, path))),
);

/** The name that users import, for a file next to `index.ts`. */
function packageOf(folder: string, path: string): string {
  return path.includes('/') ? '' : `@chat/${folder.replace(/^\w+\//, '')}`;
}

describe('every paragraph of an example in TypeScript is a part of a source or a test', () => {
  const pages = [...READMES, ...GUIDES, ...ARCHITECTURE].filter((path) => exampleParagraphs(readPage(path)).length > 0);

  it.each(pages)('%s', (path) => {
    const missing = exampleParagraphs(readPage(path)).filter(({ code }) => {
      const wanted = comparableCode(code);
      return !SOURCES.some((source) => source.includes(wanted));
    });

    expect(missing).toEqual([]);
  });
});
