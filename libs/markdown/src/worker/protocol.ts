import type { RenderContext } from '../render-context.js';
import type { RenderedMessage } from '../rendered-message.js';

/** To a worker. */
export interface RenderRequest {
  readonly source: string;
  readonly context: RenderContext;
}

/** From a worker: once `ready`, then one answer for each request. */
export type RenderAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly message: RenderedMessage }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly stack: string | undefined };
