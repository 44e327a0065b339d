import { relative } from 'node:path';
import { ApiError } from '@chat/contracts';
import { CheckFailed, CommandError } from './command.js';
import { COMMANDS } from './commands/index.js';
import { connectOperator, systemAddress } from './operator.js';
import { runCommand } from './run-command.js';

const EXPECTED = [CommandError, CheckFailed, ApiError];

/** The operators' command line. Resolves with the exit code: 0, 1 refused or a check failed, 2 not understood. */
export async function main(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    await runCommand(
      { calledAs: calledAs(env), commands: COMMANDS },
      args,
      () => connectOperator(systemAddress(root, env)),
      (line) => process.stdout.write(`${line}\n`),
    );
    return 0;
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return error instanceof CommandError ? 2 : 1;
  }
}

/** In an image there is no npm, and the script stands where its entry point says. */
const calledAs = (env: NodeJS.ProcessEnv): string =>
  env['npm_lifecycle_event'] === 'chat' ? 'npm run chat --' : `node ${relative(process.cwd(), process.argv[1] ?? '')}`;
