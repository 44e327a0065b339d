import type { Command } from './command.js';

const WIDTH = 20;

/** The commands that there are, and how they are called: what stands before a command's name. */
export interface CommandLine {
  readonly calledAs: string;
  readonly commands: readonly Command[];
}

/** The help text of all commands. */
export function usage({ calledAs, commands }: CommandLine): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}${summary}`);
  return [
    `Usage: ${calledAs} <command> [options]`,
    '',
    'Acts on the running system of this folder, or on the one whose Redis REDIS_URL names.',
    '',
    ...lines,
    '',
    `What a command takes: ${calledAs} <command> --help`,
  ].join('\n');
}

/** The help text of one command. */
export function usageOf({ calledAs }: Pick<CommandLine, 'calledAs'>, { name, summary, options }: Command): string {
  const lines = Object.entries(options).map(([option, { type, help, isRequired }]) => {
    const shown = type === 'string' ? `--${option} …` : `--${option}`;
    return `  ${shown.padEnd(WIDTH)}${help}${isRequired ? ' (required)' : ''}`;
  });
  return [`${calledAs} ${name} [options]`, `  ${summary}`, '', ...lines].join('\n').trimEnd();
}
