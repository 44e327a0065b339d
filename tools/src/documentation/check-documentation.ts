import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STEPS } from '../test-run/main.js';
import { commandErrors } from './commands.js';
import { subjectErrors } from './commit-subjects.js';
import { linkErrors, markdownErrors } from './markdown.js';
import { proseErrors } from './plain-english.js';
import { settingProblem } from './setting-problem.js';
import { sourceProse } from './source-prose.js';

// `npm test -- docs`: the writing rules in Markdown, comments, names of tests and subjects of commits; dead links and orphan pages.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const only = process.argv.slice(2);

const git = (...args: readonly string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
/** Earlier commits cannot be changed any more. */
const COMMITS_SINCE = '2026-11-27T02:00:00Z';

const files = git('ls-files', '--cached', '--others', '--exclude-standard')
  .filter((path) => existsSync(join(root, path)) && !/\.generated\.|\.d\.ts$/.test(path))
  .sort();
const isChosen = (path: string) => only.length === 0 || only.some((part) => path.startsWith(part));

const pages = new Map(files.filter((path) => path.endsWith('.md')).map((path) => [path, read(path)]));
const sources = files.filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && isChosen(path));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const known = {
  scripts: Object.keys(scripts),
  steps: STEPS.map(({ name }) => name),
  exists: (path: string) => existsSync(join(root, path)),
  settingProblem,
};
const errors = [
  ...git('log', '--no-merges', `--since=${COMMITS_SINCE}`, '--format=%s').flatMap(subjectErrors),
  ...linkErrors(pages, 'docs/README.md', known.exists),
  ...[...pages].flatMap(([path, text]) => commandErrors(path, text, known)),
  ...(await markdownErrors(new Map([...pages].filter(([path]) => isChosen(path))))),
  ...sources.flatMap((path) =>
    sourceProse(read(path), path.includes('.spec.')).flatMap(({ text, line, kind }) =>
      proseErrors(text).map(
        ({ index, message }) =>
          `${path}:${line} ${kind}: ${message}: … ${text.slice(Math.max(0, index - 30), index + 50)} …`,
      ),
    ),
  ),
];
for (const error of errors) process.stdout.write(`${error}\n`);
process.stdout.write(
  errors.length === 0
    ? `${pages.size} pages and ${sources.length} sources follow the writing rules; every link leads to a page.\n`
    : `${errors.length} errors. docs/contributing/writing.md has the rules.\n`,
);
process.exitCode = errors.length === 0 ? 0 : 1;
