import { countApplicable } from '../links/linkifiers.js';
import type { RenderContext } from '../render-context.js';

/** Longest text that may be rendered on the caller's thread. At this length the worst known input takes a few milliseconds. */
export const MAX_INLINE_RENDER_LENGTH = 1_000;
/** Square of the length times linkifiers up to which linkifiers may run on the caller's thread: each match may read on to the end. */
const MAX_INLINE_LINKIFIER_WORK = 300_000;

/** Code to be highlighted and formulas run grammars and macros of others; their cost does not follow from their length. */
const EXPENSIVE = /```|~~~|\$\$/;

/** Whether rendering is bounded well below anything that would hold up other requests. */
export function isCheapToRender(source: string, context: RenderContext): boolean {
  return (
    source.length <= MAX_INLINE_RENDER_LENGTH &&
    !EXPENSIVE.test(source) &&
    source.length ** 2 * countApplicable(source, context.linkifiers ?? []) <= MAX_INLINE_LINKIFIER_WORK
  );
}
