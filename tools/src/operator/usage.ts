import type { Command } from './command.js';

const WIDTH = 20;

/** The help text of all commands. */
export function usage(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}${summary}`);
  return [
    'Usage: npm run chat -- <command> [options]',
    '',
    'Acts on the running system of this folder, or on the one whose Redis REDIS_URL names.',
    '',
    ...lines,
    '',
    'What a command takes: npm run chat -- <command> --help',
  ].join('\n');
}

/** The help text of one command. */
export function usageOf({ name, summary, options }: Command): string {
  const lines = Object.entries(options).map(([option, { type, help, isRequired }]) => {
    const shown = type === 'string' ? `--${option} …` : `--${option}`;
    return `  ${shown.padEnd(WIDTH)}${help}${isRequired ? ' (required)' : ''}`;
  });
  return [`npm run chat -- ${name} [options]`, `  ${summary}`, '', ...lines].join('\n').trimEnd();
}
