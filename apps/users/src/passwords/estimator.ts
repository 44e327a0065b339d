import { Worker } from 'node:worker_threads';
import { serviceUnavailable } from '@chat/contracts';

/** In the folder of this file: the built worker, or, when running from source, a starter that reads TypeScript. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './source-worker.mjs' : './estimate-worker.js';

interface Estimate {
  readonly resolve: (guesses: number) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that estimates one password after the other. It does not prevent the exit of the process. */
class Estimator {
  private readonly worker = new Worker(new URL(WORKER_FILE, import.meta.url), {
    // The worker must not inherit options of a debugger or test runner.
    execArgv: [],
  });
  private readonly begun: Estimate[] = [];
  hasEnded = false;

  constructor() {
    this.worker.unref();
    this.worker.on('message', (guesses: number) => this.finish()?.resolve(guesses));
    this.worker.once('error', (error) => this.refuseAll(error));
    this.worker.once('exit', () => this.refuseAll(serviceUnavailable('users', 'not_started')));
  }

  guesses(password: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.begun.push({ resolve, reject });
      this.worker.ref();
      this.worker.postMessage(password);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private refuseAll(error: Error): void {
    this.hasEnded = true;
    while (this.begun.length > 0) this.finish()?.reject(error);
  }

  private finish(): Estimate | undefined {
    const estimate = this.begun.shift();
    if (this.begun.length === 0) this.worker.unref();
    return estimate;
  }
}

let estimator: Estimator | undefined;

/** The first estimate loads the dictionaries, in the thread: 0.25 s and 50 MB, which most starts of the service do not need. */
function runningEstimator(): Estimator {
  if (estimator === undefined || estimator.hasEnded) estimator = new Estimator();
  return estimator;
}

/**
 * The number of guesses that find the password. An estimate of a long password takes up to a second. On this thread the event loop would
 * serve nothing meanwhile, and the replica would lose its lease.
 */
export const guessesOf = (password: string): Promise<number> => runningEstimator().guesses(password);

export async function endEstimator(): Promise<void> {
  await estimator?.end();
}
