import { moveFiles } from './storage-moves/move-command.js';

process.exitCode = await moveFiles(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
