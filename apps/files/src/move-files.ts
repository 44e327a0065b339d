import { onStorageFailure } from './storage/storage-failures.js';
import { moveFiles } from './storage-moves/move-command.js';

onStorageFailure(({ cause }) => process.stderr.write(`${(cause as Error).message}\n`));
process.exitCode = await moveFiles(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
