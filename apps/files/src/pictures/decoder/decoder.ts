import { type ChildProcess, fork } from 'node:child_process';
import type { DecoderLimits, DecoderReply, DecoderRequest } from './decoder-messages.js';

/** In the folder of this file: the built program, or, when running from source, a starter that reads TypeScript. */
const PROGRAM = import.meta.url.endsWith('.ts') ? './source-decoder.mjs' : './decoder-process.js';
const START_TIMEOUT_MS = 30_000;
/** The pixels are outside of the heap. */
const MAX_HEAP_MIB = 64;

export type Decoded = Exclude<DecoderReply, { kind: 'ready' }>;

/** The decoder ended while it had a picture. */
export class DecoderFailure extends Error {
  /** `limit`: the picture took too much time or memory. `start`: no picture is to blame. `death`: the picture or an outer cause. */
  constructor(
    readonly reason: 'limit' | 'start' | 'death',
    message: string,
  ) {
    super(message);
  }
}

/** One decoder process. It does one request at a time, and ends if a request takes too long or too much memory. */
export class Decoder {
  private readonly process: ChildProcess;
  private isReady = false;
  private timer: NodeJS.Timeout | undefined;
  private settle: ((outcome: Decoded | DecoderFailure) => void) | undefined;
  private request: DecoderRequest | undefined;
  hasEnded = false;

  constructor(
    limits: DecoderLimits,
    private readonly timeoutMs: number,
  ) {
    this.process = fork(new URL(PROGRAM, import.meta.url), [JSON.stringify(limits)], {
      // The decoder gets neither secrets nor options of a debugger or test runner. It has few arenas, since memory that malloc keeps
      // counts, too.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1' },
      execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.process.on('message', (reply: DecoderReply) => this.receive(reply));
    this.process.once('error', (error) => this.end(this.failure(error.message)));
    this.process.once('exit', (code, signal) => {
      const failure = this.failure(signal ?? `code ${code}`);
      this.end(code === null || !this.isReady ? failure : new DecoderFailure('limit', failure.message));
    });
  }

  /** Rejects with {@link DecoderFailure} if the process ends before its reply. */
  run(request: DecoderRequest): Promise<Decoded> {
    return new Promise((resolve, reject) => {
      this.settle = (outcome) => (outcome instanceof DecoderFailure ? reject(outcome) : resolve(outcome));
      this.request = request;
      if (this.hasEnded) this.finish(this.failure('before its request'));
      else if (this.isReady) this.begin();
      else this.limit(START_TIMEOUT_MS, 'start');
    });
  }

  end(failure = this.failure('by its pool')): void {
    this.hasEnded = true;
    this.process.kill('SIGKILL');
    this.finish(failure);
  }

  private begin(): void {
    this.limit(this.timeoutMs, 'limit');
    this.process.send(this.request!, (error) => {
      if (error) this.end(this.failure(error.message));
    });
  }

  private receive(reply: DecoderReply): void {
    if (reply.kind === 'ready') {
      this.isReady = true;
      if (this.request !== undefined) this.begin();
    } else this.finish(reply);
  }

  private limit(ms: number, reason: DecoderFailure['reason']): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(new DecoderFailure(reason, `The decoder took over ${ms} ms.`)), ms);
  }

  private failure(how: string): DecoderFailure {
    return new DecoderFailure(this.isReady ? 'death' : 'start', `The decoder ended: ${how}.`);
  }

  private finish(outcome: Decoded | DecoderFailure): void {
    clearTimeout(this.timer);
    const { settle } = this;
    this.settle = undefined;
    this.request = undefined;
    settle?.(outcome);
  }
}
