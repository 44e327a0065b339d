import type { ChildProcess } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

/** The process that wrote a line. */
export interface LogSource {
  service: string;
  instance: number;
  pid: number | undefined;
}

/** The streams of a process: plain text on standard output is information, on standard error trouble. */
export type OutputStream = 'stdout' | 'stderr';

/** The levels of pino, by name. */
export const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;

/**
 * One line of a process as one line of its JSON log. Lines that are JSON objects stay as they are; others (PostgreSQL,
 * Redis, a crash of Node.js) are put into an object like pino's: `level`, `time` (ms), `pid`, `service`, `instance`, `msg`.
 */
export function toJsonLine(line: string, stream: OutputStream, source: LogSource, timeMs: number): string {
  if (isJsonObject(line)) return line;
  const entry = READERS[source.service]?.(line) ?? {
    level: stream === 'stdout' ? LEVELS.info : LEVELS.error,
    msg: line,
  };
  return JSON.stringify({ level: entry.level, time: timeMs, ...source, msg: entry.msg });
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const POSTGRES_LEVELS: Record<string, number> = {
  DEBUG: LEVELS.debug,
  LOG: LEVELS.info,
  INFO: LEVELS.info,
  NOTICE: LEVELS.info,
  WARNING: LEVELS.warn,
  ERROR: LEVELS.error,
  FATAL: LEVELS.error,
  PANIC: LEVELS.fatal,
};

/** Messages of every start and stop of PostgreSQL. Their level is FATAL because they end a connection. */
const POSTGRES_USUAL =
  /^(the database system is (starting up|shutting down)|terminating connection due to administrator)/;

function readPostgres(line: string): { level: number; msg: string } | undefined {
  const match = /^([A-Z]+)\d?: {2}(.*)$/.exec(line);
  const level = match === null ? undefined : POSTGRES_LEVELS[match[1]!];
  if (level === undefined) return undefined;
  const msg = match![2]!;
  return { level: POSTGRES_USUAL.test(msg) ? LEVELS.info : level, msg };
}

const REDIS_LEVELS: Record<string, number> = {
  '.': LEVELS.debug,
  '-': LEVELS.debug,
  '*': LEVELS.info,
  '#': LEVELS.info,
};
/** Redis marks all that is notable with `#`, an orderly stop too. That memory may be overcommitted is usual on a laptop. */
const REDIS_TROUBLE = /^(?!.*overcommit).*(warning|error|fail|can't|out of memory)/i;

/** `12:M 21 Nov 2025 11:00:00.123 * Ready to accept connections tcp` */
function readRedis(line: string): { level: number; msg: string } | undefined {
  const match = /^\d+:[A-Z] .*?\d\d:\d\d:\d\d\.\d{3} ([.\-*#]) (.*)$/.exec(line);
  if (match === null) return undefined;
  const [, mark, msg] = match as unknown as [string, string, string];
  return { level: mark === '#' && REDIS_TROUBLE.test(msg) ? LEVELS.warn : REDIS_LEVELS[mark]!, msg };
}

/** Readers of the severity in the log lines of servers. */
const READERS: Record<string, (line: string) => { level: number; msg: string } | undefined> = {
  postgres: readPostgres,
  redis: readRedis,
};

/** A longer line is cut, so that it cannot fill the memory. */
const MAX_LINE_CHARS = 64 * 1024;

/** Splits a stream of bytes into lines, independent of the chunks. */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  constructor(private readonly onLine: (line: string) => void) {}

  write(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    for (const line of lines) if (line.trim() !== '') this.onLine(line.slice(0, MAX_LINE_CHARS).trimEnd());
  }

  /** Hands over a last line that has no end. */
  end(): void {
    const line = this.rest + this.decoder.end();
    this.rest = '';
    if (line.trim() !== '') this.onLine(line);
  }
}

/** Calls `onLine` for every line of a process's output. */
export function readLines(child: ChildProcess, onLine: (line: string, stream: OutputStream) => void): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    const splitter = new LineSplitter((line) => onLine(line, stream));
    child[stream]?.on('data', (chunk: Buffer) => splitter.write(chunk));
    child[stream]?.on('end', () => splitter.end());
    child[stream]?.on('error', () => {});
  }
}
