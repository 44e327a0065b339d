import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OutputStream, readLines } from '../logs/json-line.js';

/** A process to keep running. */
export interface ProcessDefinition {
  service: string;
  instance: number;
  /** Where a service serves its health and metrics, without a slash at the end. */
  healthUrl?: string;
  /** Starts the process. Called again only after the earlier one has ended. */
  spawn(): ChildProcess;
  /** Whether it does its work now. Never throws. */
  isReady(): Promise<boolean>;
  stopSignal: NodeJS.Signals;
  /** Signal for a stop of the whole system, if it differs. */
  stopAllSignal?: NodeJS.Signals;
}

/** `down`: meant to be. `waiting`: ended by itself, to be started again after a pause. */
type ProcessState = 'down' | 'starting' | 'ready' | 'waiting';

interface ProcessEnd {
  pid: number | undefined;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether the process was stopped on purpose. */
  isExpected: boolean;
  /** When it comes back; undefined when it does not. */
  restartInMs?: number;
}

interface Events {
  line: [line: string, stream: OutputStream, pid: number | undefined];
  started: [pid: number];
  ready: [];
  ended: [end: ProcessEnd];
}

const READY_POLL_MS = 100;

/**
 * One process that is restarted, after a growing delay, whenever it ends unexpectedly. Emits `line` for its output,
 * `started`, `ready` and `ended`.
 */
export class SupervisedProcess extends EventEmitter<Events> {
  private child: ChildProcess | undefined;
  private restartTimer: NodeJS.Timeout | undefined;
  private isWanted = false;
  private failures = 0;
  private startedAtMs = 0;
  /** Ends without ever having been ready: tells a start that cannot succeed from a crash later on. */
  private endsBeforeReady = 0;
  private currentState: ProcessState = 'down';

  constructor(readonly definition: ProcessDefinition) {
    super();
    this.setMaxListeners(50);
  }

  get name(): string {
    return `${this.definition.service}-${this.definition.instance}`;
  }

  get state(): ProcessState {
    return this.currentState;
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts it, unless it runs or is about to. */
  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.failures = 0;
    this.endsBeforeReady = 0;
    // An orderly stop may still be under way; its end then starts the process again.
    if (this.child === undefined) this.spawn();
  }

  /** Resolves once it is ready. Rejects after `timeoutMs`, or when it has ended `maxEnds` times without getting ready. */
  async waitReady(timeoutMs: number, maxEnds = Number.POSITIVE_INFINITY): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.currentState !== 'ready') {
      if (this.endsBeforeReady >= maxEnds) throw new Error(`${this.name} ended ${maxEnds} times while starting`);
      if (!this.isWanted) throw new Error(`${this.name} is stopped`);
      if (Date.now() > deadline) throw new Error(`${this.name} is not ready after ${timeoutMs / 1000} s`);
      await sleep(READY_POLL_MS / 2);
    }
  }

  /** Sends a signal and returns the pid, as a crash or a person would: the process is restarted if it ends. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    this.child?.kill(signal);
    return pid;
  }

  /** From now on it is not started again, however it ends. */
  retire(): void {
    this.isWanted = false;
    clearTimeout(this.restartTimer);
  }

  /** Stops it for good, orderly, and by SIGKILL after `graceMs`. Resolves when it has ended. */
  async stop(graceMs: number, signal = this.definition.stopSignal): Promise<void> {
    this.retire();
    const child = this.child;
    if (child === undefined) {
      this.currentState = 'down';
      return;
    }
    const ended = new Promise<void>((resolve) => this.once('ended', () => resolve()));
    child.kill(signal);
    // A process that is frozen by SIGSTOP would not even hear the signal.
    child.kill('SIGCONT');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }

  private spawn(): void {
    this.currentState = 'starting';
    this.startedAtMs = Date.now();
    let child: ChildProcess;
    try {
      child = this.definition.spawn();
    } catch (error) {
      this.emit('line', `cannot be started: ${(error as Error).message}`, 'stderr', undefined);
      this.handleEnd(undefined, null, null);
      return;
    }
    this.child = child;
    readLines(child, (line, stream) => this.emit('line', line, stream, child.pid));
    let hasEnded = false;
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      if (hasEnded) return;
      hasEnded = true;
      this.handleEnd(child.pid, code, signal);
    };
    child.once('exit', end);
    child.on('error', (error) => {
      this.emit('line', `cannot be started: ${error.message}`, 'stderr', child.pid);
      if (child.pid === undefined) end(null, null);
    });
    if (child.pid === undefined) return;
    this.emit('started', child.pid);
    void this.watchReadiness(child);
  }

  private async watchReadiness(child: ChildProcess): Promise<void> {
    while (this.child === child && this.isWanted) {
      if (await this.definition.isReady()) {
        if (this.child !== child) return;
        this.currentState = 'ready';
        this.endsBeforeReady = 0;
        this.emit('ready');
        return;
      }
      await sleep(READY_POLL_MS);
    }
  }

  private handleEnd(pid: number | undefined, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.currentState === 'starting') this.endsBeforeReady++;
    this.child = undefined;
    if (!this.isWanted) {
      this.currentState = 'down';
      this.emit('ended', { pid, code, signal, isExpected: true });
      return;
    }
    this.failures = Date.now() - this.startedAtMs > WELL_AFTER_MS ? 1 : this.failures + 1;
    this.currentState = 'waiting';
    const restartInMs = restartDelayMs(this.failures);
    this.restartTimer = setTimeout(() => this.spawn(), restartInMs);
    this.emit('ended', { pid, code, signal, isExpected: false, restartInMs });
  }
}

/** The first restart comes at once, as far as a person can tell; a crash loop costs one start every five seconds. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** A process that ran this long was well: its next crash is the first again. */
const WELL_AFTER_MS = 30_000;

/** How long to wait before the next start, after `failures` (1 or more) ends in a row. */
export function restartDelayMs(failures: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 10));
}
