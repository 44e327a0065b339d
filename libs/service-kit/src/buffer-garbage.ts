import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const COLLECT_AFTER_BYTES = 4 * 1024 * 1024;

type CollectGarbage = (options: { readonly type: 'minor' }) => void;

let collectGarbage: CollectGarbage | undefined;
let passedBytes = 0;

/**
 * Call it for each buffer of a transfer. After 4 MiB it collects young garbage, in about a millisecond.
 *
 * V8 plans collections by the size of objects. Buffers lie outside its heap, so it leaves 30 to 60 MB of them, and then collects the whole
 * heap, which stops the process for much longer.
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
  return runInNewContext('gc') as CollectGarbage;
}
