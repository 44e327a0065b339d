import { Worker } from 'node:worker_threads';
import type { RealmEmoji, RenderContext } from '../render-context.js';
import { RenderError, RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from '../render-errors.js';
import type { RenderedMessage } from '../rendered-message.js';
import type { RenderReply, RenderRequest } from './render-worker.js';

export interface RenderWorkerPoolOptions {
  /** Maximum number of workers; each starts when a text first needs it. Default 1. */
  readonly size?: number;
  /** Time limit of one text, from the moment a worker begins it. Default 2000. */
  readonly timeoutMs?: number;
  /** Texts that may wait for a worker. Default 500. */
  readonly maxQueued?: number;
  /** Heap of a worker; a text that needs more ends its worker. Default 256. */
  readonly maxHeapMb?: number;
}

/** A text for a worker. */
class Job {
  resolve!: (message: RenderedMessage) => void;
  reject!: (error: unknown) => void;
  readonly result = new Promise<RenderedMessage>((resolve, reject) => Object.assign(this, { resolve, reject }));

  constructor(readonly request: RenderRequest) {}
}

interface Slot {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** In the folder of this file: the built worker, or, when running from source, a starter that reads TypeScript. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './source-worker.mjs' : './render-worker.js';
/** If as many workers in a row die before they are ready, the waiting texts are refused. */
const MAX_FAILED_STARTS = 3;

/**
 * Renders messages in worker threads with a hard limit on time and memory: one text per worker at a time, in order of arrival. A text
 * that takes too long or kills its worker is refused (`RenderTimeout`, `RenderWorkerCrash`) and the worker replaced; other texts only
 * wait a little longer. Idle workers do not prevent the exit of the process. The creator of a pool closes it.
 */
export class RenderWorkerPool {
  private readonly options: Required<RenderWorkerPoolOptions>;
  private readonly queue: Job[] = [];
  private readonly slots = new Set<Slot>();
  private failedStarts = 0;
  private isClosed = false;

  constructor(options: RenderWorkerPoolOptions = {}) {
    const defaults = { size: 1, timeoutMs: 2_000, maxQueued: 500, maxHeapMb: 256 };
    this.options = { ...defaults, ...options };
  }

  /**
   * Renders as `renderMessage` does. Rejects with `RenderError` (for example `RenderTimeout`) if the text cannot be
   * rendered, `RenderQueueFull` if too many texts wait, `RenderPoolClosed` after `close`.
   */
  async render(source: string, context: RenderContext): Promise<RenderedMessage> {
    if (this.isClosed) throw new RenderPoolClosed();
    if (this.queue.length >= this.options.maxQueued) throw new RenderQueueFull(this.options.maxQueued);
    const job = new Job({ source, context: withoutUnusedEmoji(source, context) });
    this.queue.push(job);
    this.dispatch();
    return job.result;
  }

  /** Refuses the waiting texts, lets the texts in work finish within their limit, and ends the workers. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of this.queue.splice(0)) job.reject(new RenderPoolClosed());
    await Promise.allSettled(Array.from(this.slots, ({ job }) => job?.result));
    await Promise.all(Array.from(this.slots, ({ worker }) => worker.terminate()));
    this.slots.clear();
  }

  private dispatch(): void {
    for (const slot of this.slots) {
      // A loop, because a text that cannot be sent leaves its worker free for the next.
      while (slot.isReady && slot.job === undefined) {
        const job = this.queue.shift();
        if (job === undefined) return;
        this.begin(slot, job);
      }
    }
    const starting = [...this.slots].filter((slot) => !slot.isReady).length;
    if (this.queue.length > starting && this.slots.size < this.options.size) this.start();
  }

  private begin(slot: Slot, job: Job): void {
    const { timeoutMs } = this.options;
    slot.job = job;
    slot.worker.ref();
    slot.timer = setTimeout(() => this.replace(slot, new RenderTimeout(timeoutMs)), timeoutMs);
    try {
      slot.worker.postMessage(job.request);
    } catch (error) {
      // The context cannot be cloned; the worker is unharmed.
      this.finish(slot)?.reject(error);
    }
  }

  private start(): void {
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxHeapMb },
      // The worker must not inherit options of a debugger or test runner.
      execArgv: [],
    });
    const slot: Slot = { worker, isReady: false, job: undefined, timer: undefined };
    this.slots.add(slot);
    worker.on('message', (reply: RenderReply) => this.receive(slot, reply));
    worker.on('error', (error) => this.replace(slot, new RenderWorkerCrash(`The worker died: ${error.message}`)));
    worker.on('exit', () => this.replace(slot, new RenderWorkerCrash('The worker ended by itself.')));
  }

  private receive(slot: Slot, reply: RenderReply): void {
    switch (reply.kind) {
      case 'ready':
        slot.isReady = true;
        this.failedStarts = 0;
        slot.worker.unref();
        break;
      case 'rendered':
        this.finish(slot)?.resolve(reply.message);
        break;
      case 'refused':
        this.finish(slot)?.reject(new RenderError(reply.reason));
        break;
      case 'failed':
        this.finish(slot)?.reject(reply.error);
        break;
    }
    this.dispatch();
  }

  /** Takes the finished job off its worker. */
  private finish(slot: Slot): Job | undefined {
    const { job } = slot;
    clearTimeout(slot.timer);
    slot.job = undefined;
    slot.worker.unref();
    return job;
  }

  /** Ends a worker in an unknown state, refuses its text, and lets the next text start a new worker. */
  private replace(slot: Slot, error: Error): void {
    if (!this.slots.delete(slot)) return;
    if (!slot.isReady && ++this.failedStarts >= MAX_FAILED_STARTS) {
      this.failedStarts = 0;
      for (const job of this.queue.splice(0)) {
        job.reject(new Error(`No render worker could be started: ${error.message}`));
      }
    }
    this.finish(slot)?.reject(error);
    void slot.worker.terminate();
    this.dispatch();
  }
}

/** Matches overlap: in `:a:b:` both names may be meant. */
const EMOJI_NAME = /:([\w+-]+)(?=:)/g;

/** A realm may have thousands of emoji; the worker receives only those named in the text. */
function withoutUnusedEmoji(source: string, context: RenderContext): RenderContext {
  const { realmEmoji } = context;
  if (realmEmoji === undefined) return context;
  const used: Record<string, RealmEmoji> = {};
  for (const [, name = ''] of source.matchAll(EMOJI_NAME)) {
    const emoji = Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined;
    if (emoji !== undefined) used[name] = emoji;
  }
  return { ...context, realmEmoji: used };
}
