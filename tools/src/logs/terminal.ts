import { LEVELS } from './json-line.js';

/** Above this size of unread output further lines are dropped. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

/**
 * Prints lines without ever blocking: the reader of the output may be suspended, and the system must continue. Ignores
 * a closed output.
 */
export class Terminal {
  private dropped = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {
    stream.on('error', () => {});
  }

  get hasColours(): boolean {
    return this.stream.isTTY === true && process.env.NO_COLOR === undefined;
  }

  print(line: string): void {
    if (this.stream.writableLength > MAX_PENDING_BYTES) {
      this.dropped++;
      return;
    }
    if (this.dropped > 0) {
      this.stream.write(`(${this.dropped} lines left out here; they are in .local/logs)\n`);
      this.dropped = 0;
    }
    this.stream.write(`${line}\n`);
  }
}

const NAMES = new Map<number, string>(
  Object.entries(LEVELS).map(([name, level]) => [level, name.toUpperCase().padEnd(5)]),
);
const COLOURS: Readonly<Record<number, string>> = { [LEVELS.warn]: '33', [LEVELS.error]: '31', [LEVELS.fatal]: '31;1' };
/** Said already by the rest of the line, or of no use on a terminal. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'service', 'instance', 'msg', 'name', 'err', 'v']);
const NAME_WIDTH = 16;
const MAX_VALUE_CHARS = 200;

/**
 * A line of a JSON log for the terminal: time, process, level, message, the other fields as `name=value`, then the
 * stack of an error. Undefined when it is below `minLevel`.
 */
export function readableLine(jsonLine: string, process: string, minLevel: number, hasColours: boolean) {
  const entry = JSON.parse(jsonLine) as Record<string, unknown>;
  const level = levelOf(entry.level);
  if (level < minLevel) return undefined;
  const time = new Date(typeof entry.time === 'number' || typeof entry.time === 'string' ? entry.time : Date.now());
  const fields = Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${shorten(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const name = NAMES.get(level) ?? String(level);
  const parts = [clock(time), process.padEnd(NAME_WIDTH), name, printable(entry.msg), ...fields];
  const line = parts.filter((part) => part !== '').join(' ') + stackOf(entry.err);
  const colour = hasColours ? COLOURS[level] : undefined;
  return colour === undefined ? line : `\u001b[${colour}m${line}\u001b[0m`;
}

/** pino writes levels as numbers, or as names if configured so. */
function levelOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return LEVELS[value as keyof typeof LEVELS] ?? LEVELS.info;
}

function clock(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const ms = String(time.getMilliseconds()).padStart(3, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${ms}`;
}

/** Logs hold text from outside: control characters would let it steer the terminal. */
function printable(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?');
}

function shorten(value: string | undefined): string {
  const text = printable(value ?? '');
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : '';
  return text === '' ? '' : `\n    ${printable(text).replaceAll('\n', '\n    ')}`;
}
