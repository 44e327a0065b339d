import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PacedLoad, pacedLoad } from './paced-load.js';

/** One request, sent again and again at a fixed rate. */
export interface RepeatedRequest extends Omit<PacedLoad, 'next'> {
  readonly request: Uint8Array;
}

/** {@link pacedLoad} from its own thread, so that other work of the generator does not delay it. */
export async function threadedLoad(load: RepeatedRequest): ReturnType<typeof pacedLoad> {
  const worker = new Worker(new URL('./paced-load-worker.js', import.meta.url), { workerData: load });
  const [outcome] = await once(worker, 'message');
  return outcome as Awaited<ReturnType<typeof pacedLoad>>;
}
