import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CheckFailed, type Command, CommandError } from '../command.js';

/** Bytes must not pass through Redis, so these commands run where the settings of the storage are. */
const PROGRAM = fileURLToPath(new URL('../../../../apps/files/dist/move-files.js', import.meta.url));

const moveCommand = (name: string, summary: string, options: Command['options']): Command => ({
  name: `files ${name}`,
  summary,
  options,
  run: (_, given, print) =>
    runProgram([name, ...Object.entries(given).flatMap(([key, value]) => [`--${key}`, String(value)])], print),
});

const FOLDER = { folder: { type: 'string', help: 'folder of the copy', isRequired: true } } as const;

export const moveFilesCommands: readonly Command[] = [
  moveCommand('transfer', 'copy all files to the other storage; may be repeated', {
    to: { type: 'string', help: 's3 (from FILES_DIR to S3_BUCKET) or disk (back)', isRequired: true },
  }),
  moveCommand('export', 'copy all files to a folder, with checksums; may be repeated', FOLDER),
  moveCommand('import', 'copy all files of such a folder to the storage; may be repeated', FOLDER),
];

async function runProgram(args: readonly string[], print: (line: string) => void): Promise<void> {
  if (!existsSync(PROGRAM)) {
    throw new CommandError(`Run it in a container of the files service: node dist/move-files.js ${args.join(' ')}`);
  }
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  if (code === 0) print(output.trimEnd());
  else throw new (code === 1 ? CheckFailed : CommandError)(output.trimEnd() || `It ended with ${code}.`);
}
