import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const libs = fileURLToPath(new URL('../../../libs', import.meta.url));
const EXPORTED =
  /^export (?:default |abstract |async )*(?:(?:function\*?|class) (\w+)|const (\w+)[^=\n]* =\s+(?:async )?(?:<[^\n]*>)?\()/gm;

/** Names of the exported functions and classes of a source without a comment in front of them. Overloads share one. */
function uncommented(source: string): string[] {
  const found = [...source.matchAll(EXPORTED)].map((match) => ({
    name: (match[1] ?? match[2]) as string,
    // Decorators stand between the comment and a class.
    isCommented: /\*\/\n(?:@(?:(?!\nexport )[^;])*\n)?$/.test(source.slice(0, match.index)),
  }));
  const commented = new Set(found.filter(({ isCommented }) => isCommented).map(({ name }) => name));
  return found.map(({ name }) => name).filter((name) => !commented.has(name));
}

const sources = readdirSync(libs).flatMap((name) =>
  readdirSync(join(libs, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.spec.ts'))
    .map((path) => join(libs, name, 'src', path)),
);

it('every exported function and class of the libraries has a comment', () => {
  const missing = sources.flatMap((path) =>
    uncommented(readFileSync(path, 'utf8')).map((name) => `${path.slice(libs.length + 1)}: ${name}`),
  );

  expect(missing).toEqual([]);
});

it('a function, an arrow function and a decorated class without comments are missing one', () => {
  const source = [
    '/** Commented. */\nexport function one(): void;\nexport function one(text: string): void;\nexport function one() {}',
    'export async function two() {}',
    'export const three = (text: string) => text;',
    '/** Commented. */\n@Decorated({\n  kind: 1,\n})\nexport class Four {}',
    '@Decorated()\nexport class Five {}',
    'export const six = 6;',
  ].join('\n\n');

  expect(uncommented(source)).toEqual(['two', 'three', 'Five']);
});
