import { Worker } from 'node:worker_threads';
import type { RealmEmoji, RenderContext } from '../render-context.js';
import { RenderError } from '../render-error.js';
import { renderMessage } from '../render-message.js';
import type { RenderedMessage } from '../rendered-message.js';
import { isCheapToRender } from './cheap-text.js';
import { RenderPoolClosed, RenderQueueFull, RenderTimeout, RenderWorkerCrash } from './pool-errors.js';
import type { RenderAnswer, RenderRequest } from './protocol.js';

export interface RenderWorkerPoolOptions {
  /** Workers at most; each starts when first needed. Default 1. */
  readonly size?: number;
  /** How long one text may take once a worker has begun it. Default 2000. */
  readonly timeoutMs?: number;
  /** Texts that may wait for a worker. Default 500. */
  readonly maxQueued?: number;
  /** Heap of a worker; a text that needs more ends it. Default 256. */
  readonly maxHeapMb?: number;
  /** Whether cheap texts are rendered on the caller's thread. Default true; tests turn it off. */
  readonly renderCheapTextsHere?: boolean;
}

interface Job {
  readonly request: RenderRequest;
  readonly resolve: (message: RenderedMessage) => void;
  readonly reject: (error: Error) => void;
}

interface Slot {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Beside this file: the built worker, or, when running from source, a starter that reads TypeScript. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './source-worker.mjs' : './render-worker.js';
/** Workers that die in a row without ever getting ready, after which the waiting texts are given up. */
const MAX_FAILED_STARTS = 3;

/**
 * Renders messages with a hard limit on time and memory. Cheap texts are rendered at once on the caller's thread, all
 * others in worker threads, one text per worker at a time, first come first served. A text that takes too long or
 * kills its worker is refused (`RenderTimeout`, `RenderWorkerCrash`) and the worker replaced; other texts only wait a
 * little longer. Idle workers do not keep the process alive. Whoever makes a pool closes it.
 */
export class RenderWorkerPool {
  private readonly size: number;
  private readonly timeoutMs: number;
  private readonly maxQueued: number;
  private readonly maxHeapMb: number;
  private readonly rendersHere: boolean;
  private readonly queue: Job[] = [];
  private readonly slots = new Set<Slot>();
  private failedStarts = 0;
  private isClosed = false;
  private onDrained: (() => void) | undefined;

  constructor(options: RenderWorkerPoolOptions = {}) {
    this.size = options.size ?? 1;
    this.timeoutMs = options.timeoutMs ?? 2_000;
    this.maxQueued = options.maxQueued ?? 500;
    this.maxHeapMb = options.maxHeapMb ?? 256;
    this.rendersHere = options.renderCheapTextsHere ?? true;
  }

  /**
   * Renders as `renderMessage` does. Rejects with `RenderError` (of which `RenderTimeout` is one) when the text cannot
   * be rendered, `RenderQueueFull` when too many wait, `RenderPoolClosed` after `close`.
   */
  async render(source: string, context: RenderContext): Promise<RenderedMessage> {
    if (this.isClosed) {
      throw new RenderPoolClosed();
    }
    if (this.rendersHere && isCheapToRender(source, context)) {
      return renderMessage(source, context);
    }
    if (this.queue.length >= this.maxQueued) {
      throw new RenderQueueFull(this.maxQueued);
    }
    const request = { source, context: withoutUnusedEmoji(source, context) };
    return new Promise((resolve, reject) => {
      this.queue.push({ request, resolve, reject });
      this.dispatch();
    });
  }

  /** Starts the workers before the first text needs them. */
  warmUp(): void {
    while (!this.isClosed && this.slots.size < this.size) {
      this.start();
    }
  }

  /** Refuses what waits, lets the texts in work finish (each has its limit), and ends the workers. */
  async close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      for (const job of this.queue.splice(0)) {
        job.reject(new RenderPoolClosed());
      }
    }
    if ([...this.slots].some((slot) => slot.job !== undefined)) {
      await new Promise<void>((resolve) => {
        const previous = this.onDrained;
        this.onDrained = () => {
          previous?.();
          resolve();
        };
      });
    }
    await Promise.all([...this.slots].map((slot) => slot.worker.terminate()));
    this.slots.clear();
  }

  private dispatch(): void {
    for (const slot of this.slots) {
      // A loop, because a text that cannot be sent leaves its worker free for the next.
      while (slot.isReady && slot.job === undefined) {
        const job = this.queue.shift();
        if (job === undefined) {
          return;
        }
        this.begin(slot, job);
      }
    }
    const starting = [...this.slots].filter((slot) => !slot.isReady).length;
    if (this.queue.length > starting && this.slots.size < this.size) {
      this.start();
    }
  }

  private begin(slot: Slot, job: Job): void {
    slot.job = job;
    slot.worker.ref();
    slot.timer = setTimeout(() => this.replace(slot, new RenderTimeout(this.timeoutMs)), this.timeoutMs);
    try {
      slot.worker.postMessage(job.request);
    } catch (error) {
      // A context that cannot be cloned is the caller's fault and none of the worker's.
      this.finish(slot)?.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private start(): void {
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.maxHeapMb },
      // Options of this process, such as those of a debugger or test runner, are not the worker's.
      execArgv: [],
    });
    const slot: Slot = { worker, isReady: false, job: undefined, timer: undefined };
    this.slots.add(slot);
    worker.on('message', (answer: RenderAnswer) => this.receive(slot, answer));
    worker.on('error', (error) => this.replace(slot, new RenderWorkerCrash(`The worker died: ${error.message}`)));
    worker.on('exit', () => this.replace(slot, new RenderWorkerCrash('The worker ended by itself.')));
  }

  private receive(slot: Slot, answer: RenderAnswer): void {
    if (answer.kind === 'ready') {
      slot.isReady = true;
      this.failedStarts = 0;
      slot.worker.unref();
      this.dispatch();
      return;
    }
    const job = this.finish(slot);
    switch (answer.kind) {
      case 'rendered':
        job?.resolve(answer.message);
        break;
      case 'refused':
        job?.reject(new RenderError(answer.reason));
        break;
      case 'failed':
        job?.reject(Object.assign(new Error(answer.reason), { stack: answer.stack }));
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
    if (this.isClosed && ![...this.slots].some((other) => other.job !== undefined)) {
      this.onDrained?.();
    }
    return job;
  }

  /** Ends a worker whose state is unknown, refuses its text, and lets the next text start a new one. */
  private replace(slot: Slot, error: Error): void {
    if (!this.slots.delete(slot)) {
      return;
    }
    if (!slot.isReady && ++this.failedStarts >= MAX_FAILED_STARTS) {
      this.failedStarts = 0;
      for (const job of this.queue.splice(0)) {
        job.reject(new Error(`No render worker could be started: ${error.message}`));
      }
    }
    this.finish(slot)?.reject(error);
    void slot.worker.terminate();
    if (!this.isClosed) {
      this.dispatch();
    }
  }
}

const EMOJI_NAME = /:([\w+-]+):/g;

/** A realm may have thousands of emoji; only those whose names occur are copied to the worker. */
function withoutUnusedEmoji(source: string, context: RenderContext): RenderContext {
  const { realmEmoji } = context;
  if (realmEmoji === undefined) {
    return context;
  }
  const used: Record<string, RealmEmoji> = {};
  // Overlapping, since in `:a:b:` both names may be meant.
  EMOJI_NAME.lastIndex = 0;
  for (let match = EMOJI_NAME.exec(source); match !== null; match = EMOJI_NAME.exec(source)) {
    EMOJI_NAME.lastIndex--;
    const name = match[1] ?? '';
    const emoji = Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined;
    if (emoji !== undefined) {
      used[name] = emoji;
    }
  }
  return { ...context, realmEmoji: used };
}
