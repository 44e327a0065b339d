import { countApplicable } from '../links/linkifiers.js';
import type { RenderContext } from '../render-context.js';
import { renderMessage } from '../render-message.js';
import type { RenderedMessage } from '../rendered-message.js';
import { RenderWorkerPool } from './render-worker-pool.js';

/** Longest text that may be rendered on the caller's thread. At this length the worst known input takes a few milliseconds. */
export const MAX_INLINE_RENDER_LENGTH = 1_000;
/** Limit for linkifiers on the caller's thread: squared length times linkifiers, as each match may read to the end. */
const MAX_INLINE_LINKIFIER_WORK = 300_000;
/** Highlighted code and formulas run foreign grammars and macros, with a cost that does not follow from their length. */
const EXPENSIVE = /```|~~~|\$\$/;

/** Whether the cost of rendering is bounded well below a delay that other requests would notice. */
export function isCheapToRender(source: string, { linkifiers = [] }: RenderContext): boolean {
  return (
    source.length <= MAX_INLINE_RENDER_LENGTH &&
    !EXPENSIVE.test(source) &&
    (linkifiers.length === 0 || source.length ** 2 * countApplicable(source, linkifiers) <= MAX_INLINE_LINKIFIER_WORK)
  );
}

/**
 * Renders messages with a bound on the time of the caller's thread: cheap texts at once on this thread, all others in a
 * `RenderWorkerPool`. The creator closes it.
 */
export class BoundedRenderer {
  private readonly pool = new RenderWorkerPool();

  /** Renders as `renderMessage` does. Rejects as `RenderWorkerPool.render` does. */
  async render(source: string, context: RenderContext): Promise<RenderedMessage> {
    return isCheapToRender(source, context) ? renderMessage(source, context) : this.pool.render(source, context);
  }

  /** Refuses the texts that wait for a worker, and ends the workers. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
