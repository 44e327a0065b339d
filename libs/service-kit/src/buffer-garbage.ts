import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** More than transfers have in flight: a buffer that survives two collections is garbage for the whole heap. */
const COLLECT_AFTER_BYTES = 8 * 1024 * 1024;
/** By this the heap may grow, with its buffers, until V8 collects the whole of it. */
const HEAP_GROWTH_PERCENT = 100;

type CollectGarbage = (options: { readonly type: 'minor' }) => void;

let collectGarbage: CollectGarbage | undefined;
let passedBytes = 0;

/**
 * Call it for each buffer of a transfer. After 8 MiB it collects young garbage, in about a millisecond.
 *
 * V8 plans young collections by the size of objects. Buffers lie outside its heap, so it leaves 30 to 60 MB of them. They count for
 * collections of the whole heap, which take much longer. After the first of these V8 allows the heap of a service a few MiB more, and transfers
 * then cause several a second. So from the first young collection on, it allows more.
 */
export function passedBuffer({ length }: Buffer): void {
  passedBytes += length;
  if (passedBytes < COLLECT_AFTER_BYTES) return;
  passedBytes = 0;
  collectGarbage ??= exposedCollectGarbage();
  collectGarbage({ type: 'minor' });
}

function exposedCollectGarbage(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  return runInNewContext('gc') as CollectGarbage;
}
