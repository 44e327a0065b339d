import { dirname } from 'node:path';

/** The parts of the repository that commands of a page may name. */
interface KnownCommands {
  /** Scripts of the root package.json. */
  readonly scripts: readonly string[];
  /** Steps of `npm test`. */
  readonly steps: readonly string[];
  /** The reason why a setting is unknown or its value does not fit. */
  readonly settingProblem: (name: string, value: string) => string | undefined;
  readonly exists: (path: string) => boolean;
}

/** A block of shell commands, or a command in the text. */
const COMMANDS = /^ *```sh(?: foreground)?\n([\s\S]*?)^ *```$|(?<!`)`((?:npm|node) [^`\n]+)`/gm;
const BUILT_IN = ['start', 'test', 'install', 'run'];

/**
 * The commands of a page that the repository does not have: npm scripts, steps of `npm test`, files for node; and settings that it does
 * not have, or with values that do not fit.
 */
export function commandErrors(path: string, page: string, known: KnownCommands): string[] {
  const { scripts, steps, exists } = known;
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
    const unknown = rules.flatMap(([pattern, isKnown, problem]) =>
      [...commands.matchAll(pattern)]
        .filter(([, name = '']) => !isKnown(name))
        .map(([command]) => `${path}:${line} "${command}": ${problem}`),
    );
    return [...unknown, ...settingErrors(commands, page, known).map((error) => `${path}:${line} ${error}`)];
  });
}

const ASSIGNMENT = /^(?:export )?([A-Z][A-Z0-9_]*)=('[^']*'|"[^"]*"|\S*)\s*/;

/** Errors of the variables that the commands set, except those that later commands of the page read. */
function settingErrors(commands: string, page: string, { settingProblem }: KnownCommands): string[] {
  return commands.split('\n').flatMap((line) => {
    const errors: string[] = [];
    let rest = line.trim();
    for (let match = ASSIGNMENT.exec(rest); match !== null; match = ASSIGNMENT.exec(rest)) {
      const [whole, name = '', quoted = ''] = match;
      const isRead = new RegExp(`\\$\\{?${name}\\b`).test(page);
      const problem = isRead ? undefined : settingProblem(name, quoted.replace(/^(['"])(.*)\1$/, '$2'));
      if (problem !== undefined) errors.push(`"${name}": ${problem}`);
      rest = rest.slice(whole.length);
    }
    return errors;
  });
}

const isBuilt = (file: string): boolean => /^node_modules\/|(^|\/)dist\//.test(file);
