import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isSameProcess, type ProcessIdentity } from '../../bootstrap/process-identity.mjs';

/** A running process as `.local/processes.json` lists it. */
export interface ProcessEntry {
  service: string;
  instance: number;
  pid: number;
  /** Path of its JSON log. */
  log: string;
}

/** A process that may outlive its launcher, with what is needed to recognize and stop it. */
export interface RecordedProcess extends ProcessIdentity {
  service: string;
  stopSignal: NodeJS.Signals;
}

/** Replaces a JSON file in one step: a reader sees the old content or the new one, never a part. */
export function writeJson(path: string, value: unknown, mode = 0o644): void {
  const partial = `${path}.${process.pid}.tmp`;
  writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(partial, path);
}

/** What of the recorded processes still runs; of other processes with the same pid, none. */
export function readLeftOver(path: string): RecordedProcess[] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as RecordedProcess[]).filter(isSameProcess);
  } catch {
    return [];
  }
}
