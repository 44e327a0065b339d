import { parentPort } from 'node:worker_threads';
import type { RenderContext } from '../render-context.js';
import { RenderError } from '../render-errors.js';
import { renderMessage } from '../render-message.js';
import type { RenderedMessage } from '../rendered-message.js';

/** Message to a worker. */
export interface RenderRequest {
  readonly source: string;
  readonly context: RenderContext;
}

/** Message from a worker: once `ready`, then one reply for each request. `refused` stands for a `RenderError`. */
export type RenderReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly message: RenderedMessage }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: unknown };

function render({ source, context }: RenderRequest): RenderReply {
  try {
    return { kind: 'rendered', message: renderMessage(source, context) };
  } catch (error) {
    return error instanceof RenderError ? { kind: 'refused', reason: error.message } : { kind: 'failed', error };
  }
}

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(render(request)));
parentPort?.postMessage({ kind: 'ready' } satisfies RenderReply);
