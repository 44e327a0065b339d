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

/** Text of `language-modules.generated.ts`: every word that names a language, without loading any grammar. */
export function generateLanguageModule(): string {
  const hljs = createRequire(import.meta.url)('highlight.js') as HLJSApi;
  const modules = new Map<string, string>();
  const titles = new Map<string, string>();
  const languages = hljs.listLanguages().sort();
  for (const language of languages) {
    modules.set(language, language);
    titles.set(language, hljs.getLanguage(language)?.name ?? language);
  }
  for (const language of languages) {
    for (const alias of hljs.getLanguage(language)?.aliases ?? []) {
      if (!modules.has(alias.toLowerCase())) {
        modules.set(alias.toLowerCase(), language);
      }
    }
  }
  for (const [alias, language] of Object.entries(EXTRA_ALIASES)) {
    modules.set(alias, language);
  }
  const table = (name: string, map: ReadonlyMap<string, string>): string =>
    `export const ${name}: ReadonlyMap<string, string> = new Map(${JSON.stringify([...map], null, 1)});\n`;
  return [
    '// Written by scripts/generate-language-modules.mjs from highlight.js; do not edit.',
    '',
    '/** Word after a fence -> grammar. */',
    table('LANGUAGE_MODULES', modules),
    '/** Grammar -> its name for people. */',
    table('LANGUAGE_TITLES', titles),
  ].join('\n');
}
