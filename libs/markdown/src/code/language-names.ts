import { LANGUAGE_MODULES, LANGUAGE_TITLES } from './language-modules.generated.js';

/** Names under which clients know languages, where the highlighter's own differ; by what follows the fence. */
const CLIENT_TITLES: Readonly<Record<string, string>> = {
  text: 'Text only',
  txt: 'Text only',
  plaintext: 'Text only',
  html: 'HTML',
  xhtml: 'HTML',
  xml: 'XML',
  svg: 'XML',
  rss: 'XML',
  py2: 'Python 2.x',
  python2: 'Python 2.x',
  tex: 'TeX',
  latex: 'TeX',
  console: 'Bash Session',
  'shell-session': 'Bash Session',
  c: 'C',
  h: 'C',
  cpp: 'C++',
  'c++': 'C++',
  'c#': 'C#',
  csharp: 'C#',
  cs: 'C#',
  ini: 'INI',
  toml: 'TOML',
  dockerfile: 'Docker',
  docker: 'Docker',
  md: 'Markdown',
  objc: 'Objective-C',
  'objective-c': 'Objective-C',
  postgresql: 'PostgreSQL SQL dialect',
  pgsql: 'PostgreSQL SQL dialect',
  jsx: 'JSX',
  tsx: 'TSX',
  ps1: 'PowerShell',
};

/** The value of `data-code-language`: the usual name of a known language, else what the author wrote. */
export function languageTitle(language: string): string {
  if (Object.hasOwn(CLIENT_TITLES, language)) {
    return CLIENT_TITLES[language] ?? language;
  }
  const module = LANGUAGE_MODULES.get(language);
  return (module === undefined ? undefined : LANGUAGE_TITLES.get(module)) ?? language;
}
