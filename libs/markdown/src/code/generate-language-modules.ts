import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';

/** Words after a fence that the highlighter does not know as aliases. */
const EXTRA_ALIASES: Readonly<Record<string, string>> = {
  python3: 'python',
  python2: 'python',
  py2: 'python',
  py3: 'python',
  'shell-session': 'shell',
  docker: 'dockerfile',
  'c#': 'csharp',
};

/**
 * Text of `language-modules.generated.ts`, from the highlighter's languages and the titles of data/language-titles.json.
 * The tables are generated so that rendering loads no grammar before a message uses it.
 */
export function generateLanguageModule(): string {
  const require = createRequire(import.meta.url);
  const hljs = require('highlight.js') as HLJSApi;
  const languages = hljs.listLanguages().sort();
  const aliases = languages.flatMap((name) => (hljs.getLanguage(name)?.aliases ?? []).map((alias) => [alias, name]));
  const modules = new Map(languages.map((language) => [language, language]));
  for (const [alias = '', language = ''] of aliases) {
    const word = alias.toLowerCase();
    if (!modules.has(word)) modules.set(word, language);
  }
  for (const [alias, language] of Object.entries(EXTRA_ALIASES)) modules.set(alias, language);
  const titles = new Map([...modules].map(([word, language]) => [word, hljs.getLanguage(language)?.name ?? language]));
  const clientTitles = require('../../data/language-titles.json') as Record<string, string>;
  for (const [word, title] of Object.entries(clientTitles)) titles.set(word, title);
  const table = (name: string, map: ReadonlyMap<string, string>): string =>
    `export const ${name}: ReadonlyMap<string, string> = new Map([\n${Array.from(map, (entry) => `  ${JSON.stringify(entry)},\n`).join('')}]);\n`;
  return [
    '// Written by scripts/generate.mjs from highlight.js and data/language-titles.json; do not edit.',
    '',
    '/** Word after a fence -> grammar. */',
    table('LANGUAGE_MODULES', modules),
    '/** Word after a fence -> name of the language for readers. */',
    table('LANGUAGE_TITLES', titles),
  ].join('\n');
}
