import { dirname } from 'node:path';

/** The parts of the repository that commands of a page may name. */
interface KnownCommands {
  /** Scripts of the root package.json. */
  readonly scripts: readonly string[];
  /** Steps of `npm test`. */
  readonly steps: readonly string[];
  readonly exists: (path: string) => boolean;
}

/** A block of shell commands, or a command in the text. */
const COMMANDS = /^ *```sh(?: foreground)?\n([\s\S]*?)^ *```$|(?<!`)`((?:npm|node) [^`\n]+)`/gm;
const BUILT_IN = ['start', 'test', 'install', 'run'];

/** The commands of a page that the repository does not have: npm scripts, steps of `npm test`, files for node. */
export function commandErrors(path: string, page: string, { scripts, steps, exists }: KnownCommands): string[] {
  const isThere = (file: string) => isBuilt(file) || exists(file) || exists(`${dirname(path)}/${file}`);
  const rules: readonly (readonly [pattern: RegExp, isKnown: (name: string) => boolean, problem: string])[] = [
    [/npm run (?:--silent )?([\w:-]+)/g, (script) => scripts.includes(script), 'package.json has no such script'],
    [/npm test -- ([\w-]+)/g, (step) => steps.includes(step), 'npm test has no such step'],
    [/npm (\w+)/g, (command) => BUILT_IN.includes(command), 'use npm run'],
    [/node ((?:[\w.-]+\/)+[\w.-]+\.m?js)/g, isThere, 'there is no such file'],
  ];
  return [...page.matchAll(COMMANDS)].flatMap(({ 1: block, 2: inText = '', index }) => {
    const commands = block ?? inText;
    const line = page.slice(0, index).split('\n').length;
    return rules.flatMap(([pattern, isKnown, problem]) =>
      [...commands.matchAll(pattern)]
        .filter(([, name = '']) => !isKnown(name))
        .map(([command]) => `${path}:${line} "${command}": ${problem}`),
    );
  });
}

const isBuilt = (file: string): boolean => /^node_modules\/|(^|\/)dist\//.test(file);
