import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type OutputStream, readLines } from '../logs/json-line.js';
import { StartFailure } from '../servers/server.js';

const MIGRATE_ALL = fileURLToPath(new URL('../../bootstrap/migrate-all.mjs', import.meta.url));
/** Lines of a failed migration that are shown. */
const SHOWN_LINES = 30;

/** The name under which migrations log. */
export const MIGRATION_LOG = 'migration-0';

/** Runs modules that migrate one schema each, by absolute path. Rejects with the output of the migrations if one fails. */
export async function migrate(
  modules: readonly string[],
  options: { cwd: string; env: Record<string, string>; signal: AbortSignal },
  onLine: (line: string, stream: OutputStream) => void,
): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', MIGRATE_ALL, ...modules], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  readLines(child, (line, stream) => {
    lines.push(line);
    onLine(line, stream);
  });
  const [code, signalName] = await once(child, 'close');
  if (code === 0) return;
  const shown = lines.slice(-SHOWN_LINES).join('\n');
  throw new StartFailure(`Migrating the database failed (${code ?? signalName}):\n${shown}`);
}
