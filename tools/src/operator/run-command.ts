import { parseArgs } from 'node:util';
import { type Command, CommandError, type Options } from './command.js';
import type { Operator } from './operator.js';
import { type CommandLine, usage, usageOf } from './usage.js';

type Connect = () => Promise<Operator & { close(): Promise<void> }>;

/**
 * Runs what the arguments say; `connect` is called only for a command that is complete. Throws a `CommandError` for what
 * the operator did wrong, and the services' refusals as they are.
 */
export async function runCommand(
  line: CommandLine,
  args: readonly string[],
  connect: Connect,
  print: (line: string) => void,
): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    print(usage(line));
    return;
  }
  const command = line.commands.find((candidate) => candidate.name === name);
  if (!command) throw new CommandError(`There is no command "${name}".\n\n${usage(line)}`);
  const options = readOptions(line, command, rest);
  if (options === 'help') {
    print(usageOf(line, command));
    return;
  }
  const operator = await connect();
  try {
    await command.run(operator, options, print);
  } finally {
    await operator.close();
  }
}

function readOptions(line: CommandLine, command: Command, args: readonly string[]): Options | 'help' {
  const definitions = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const);
  const { values } = parse(line, command, args, { ...Object.fromEntries(definitions), help: { type: 'boolean' } });
  if (values['help'] === true) return 'help';
  const missing = Object.entries(command.options).find(([name, { isRequired }]) => isRequired && !(name in values));
  if (missing) throw new CommandError(`Give --${missing[0]}.\n\n${usageOf(line, command)}`);
  return values;
}

function parse(
  line: CommandLine,
  command: Command,
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }) as { values: Options };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usageOf(line, command)}`);
  }
}
