import { parseArgs } from 'node:util';
import { type Command, CommandError, type Options } from './command.js';
import type { Operator } from './operator.js';

type Connect = () => Promise<Operator & { close(): Promise<void> }>;

/**
 * Runs a command line; calls `connect` at the first request of the command. Throws a `CommandError` for mistakes of the
 * operator, and passes on errors of the services.
 */
export async function runCommand(
  line: CommandLine,
  args: readonly string[],
  connect: Connect,
  print: (line: string) => void,
): Promise<void> {
  const [name] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    print(usage(line));
    return;
  }
  const command = line.commands.find((candidate) => isCalled(candidate, args));
  if (!command) throw new CommandError(`There is no command "${named(args)}".\n\n${usage(line)}`);
  const { help, ...options } = readOptions(line, command, args.slice(command.name.split(' ').length));
  if (help === true) {
    print(usageOf(line, command));
    return;
  }
  let connected: ReturnType<Connect> | undefined;
  const request: Operator['request'] = async (type, fields, realmId) => {
    connected ??= connect();
    return (await connected).request(type, fields, realmId);
  };
  try {
    await command.run({ request }, options, print);
  } finally {
    await (await connected)?.close();
  }
}

/** The name of a command has one or two words. */
const isCalled = ({ name }: Command, args: readonly string[]): boolean =>
  name.split(' ').every((word, index) => word === args[index]);

const named = (args: readonly string[]): string => {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return args.slice(0, end === -1 ? args.length : end).join(' ');
};

function readOptions(line: CommandLine, command: Command, args: readonly string[]): Options {
  const mistake = (message: string) => new CommandError(`${message}\n\n${usageOf(line, command)}`);
  let values: Options;
  try {
    values = parseArgs({ args: [...args], options: { ...command.options, help: { type: 'boolean' } } })
      .values as Options;
  } catch (error) {
    throw mistake((error as Error).message);
  }
  const missing = Object.keys(command.options).find((name) => command.options[name]?.isRequired && !(name in values));
  if (missing !== undefined && values['help'] !== true) throw mistake(`Give --${missing}.`);
  return values;
}

const WIDTH = 23;

/** All commands, and the words before a command's name in the help. */
interface CommandLine {
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

function usageOf({ calledAs }: Pick<CommandLine, 'calledAs'>, { name, summary, options }: Command): string {
  const lines = Object.entries(options).map(([option, { type, help, isRequired }]) => {
    const shown = type === 'string' ? `--${option} …` : `--${option}`;
    return `  ${shown.padEnd(WIDTH)}${help}${isRequired ? ' (required)' : ''}`;
  });
  return [`${calledAs} ${name} [options]`, `  ${summary}`, '', ...lines].join('\n').trimEnd();
}
