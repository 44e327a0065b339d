import { spawn } from 'node:child_process';
import type { OutputStream } from '../logs/json-line.js';
import { LineSplitter } from '../logs/line-splitter.js';
import { StartFailure } from '../servers/start-failure.js';

/** Lines of a failed migration that are shown. */
const SHOWN_LINES = 30;

/** A migration to run. */
export interface MigrationRun {
  service: string;
  /** Absolute path of the module that migrates and ends. */
  module: string;
  cwd: string;
  env: Record<string, string>;
  signal: AbortSignal;
  onLine: (line: string, stream: OutputStream) => void;
}

/** Brings the schema of one service up to date. Rejects with what the migration printed when it fails. */
export function migrate({ service, module, cwd, env, signal, onLine }: MigrationRun): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', module], {
      cwd,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const stream of ['stdout', 'stderr'] as const) {
      const splitter = new LineSplitter((line) => {
        lines.push(line);
        onLine(line, stream);
      });
      child[stream].on('data', (chunk: Buffer) => splitter.write(chunk));
      child[stream].on('end', () => splitter.end());
    }
    child.on('error', reject);
    child.on('close', (code, signalName) => {
      if (code === 0) resolve();
      else
        reject(
          new StartFailure(
            `Migrating ${service} failed (${code ?? signalName}):\n${lines.slice(-SHOWN_LINES).join('\n')}`,
          ),
        );
    });
  });
}
