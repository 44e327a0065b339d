import { lazy } from 'react';
import { UnloadedPart } from './unloaded-part.js';

/**
 * A part of the page with code of its own. Without the code, as without the network, a notice takes its place: React would remove
 * the whole page, and browsers load code that failed only after a reload.
 */
export const lazyPart: typeof lazy = (load) => {
  type Part = Awaited<ReturnType<typeof load>>['default'];
  return lazy(() => load().catch(() => ({ default: UnloadedPart as unknown as Part })));
};
