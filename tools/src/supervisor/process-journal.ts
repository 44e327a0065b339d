import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isSameProcess, type ProcessIdentity } from '../../bootstrap/process-identity.mjs';
import { LEVELS, type LogSource, type OutputStream, toJsonLine } from '../logs/json-line.js';
import { LogFile } from '../logs/log-file.js';
import type { SupervisedProcess } from '../processes/supervised-process.js';

/** Given every line of the JSON logs, with the name of the process, such as `messaging-0`. */
export type LogListener = (jsonLine: string, process: string) => void;

/**
 * Files of a system about its processes: the running ones (`processes.json`), the data to stop them after a crash of
 * the launcher (`run/processes.json`), and their output (`logs/<name>.log`).
 */
export class ProcessJournal {
  private readonly processes: SupervisedProcess[] = [];
  private readonly logs = new Map<string, LogFile>();
  private isClosed = false;

  constructor(
    private readonly folder: string,
    private readonly onLogLine: LogListener | undefined,
  ) {}

  get recordPath(): string {
    return join(this.folder, 'run', 'processes.json');
  }

  logPath(name: string): string {
    return join(this.folder, 'logs', `${name}.log`);
  }

  /** Every process that runs now. */
  list(): ProcessEntry[] {
    return this.processes.flatMap(({ definition: { service, instance, healthUrl }, name, pid }) =>
      pid === undefined ? [] : [{ service, instance, pid, log: this.logPath(name), healthUrl }],
    );
  }

  follow(supervised: SupervisedProcess): void {
    const { service, instance } = supervised.definition;
    const { name } = supervised;
    const say = (msg: string) => {
      const entry = { level: LEVELS.warn, time: Date.now(), service, instance, msg };
      this.write(JSON.stringify(entry), 'stdout', name, { service, instance, pid: undefined });
    };
    supervised.on('line', (line, stream, pid) => this.write(line, stream, name, { service, instance, pid }));
    supervised.on('started', () => this.record());
    supervised.on('ended', ({ pid, code, signal, isExpected, restartInMs }) => {
      this.record();
      const how = signal === null ? `code ${code}` : signal;
      if (!isExpected) say(`process ${pid} ended (${how}); starting it again in ${restartInMs} ms`);
      else if (signal === 'SIGKILL') say(`process ${pid} did not end in time and was killed`);
    });
    this.processes.push(supervised);
  }

  /** Adds a line that a process printed to its log. */
  write(line: string, stream: OutputStream, name: string, source: LogSource): void {
    const jsonLine = toJsonLine(line, stream, source, Date.now());
    let file = this.logs.get(name);
    // The last output of a process may arrive after the stop.
    if (file === undefined && !this.isClosed) {
      file = new LogFile(this.logPath(name));
      this.logs.set(name, file);
    }
    file?.writeLine(jsonLine);
    this.onLogLine?.(jsonLine, name);
  }

  /** Records the processes that still run, and closes the logs. */
  close(): void {
    this.isClosed = true;
    this.record();
    for (const log of this.logs.values()) log.close();
    this.logs.clear();
  }

  private record(): void {
    writeJson(join(this.folder, 'processes.json'), this.list());
    const recorded = this.processes.flatMap(({ definition: { service, stopSignal }, pid }): RecordedProcess[] => {
      const identity = pid === undefined ? undefined : identify(pid);
      return identity === undefined ? [] : [{ ...identity, service, stopSignal }];
    });
    writeJson(this.recordPath, recorded);
  }
}

/** A running process as `.local/processes.json` lists it. */
export interface ProcessEntry {
  service: string;
  instance: number;
  pid: number;
  /** Path of its JSON log. */
  log: string;
  /** Where a service serves its health and metrics. */
  healthUrl?: string;
}

/** A process that may outlive its launcher, with the data to recognize and stop it. */
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

/** Recorded processes that still run, without other processes that reuse their pids. */
export function readLeftOver(path: string): RecordedProcess[] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as RecordedProcess[]).filter(isSameProcess);
  } catch {
    return [];
  }
}
