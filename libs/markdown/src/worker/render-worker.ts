import { parentPort } from 'node:worker_threads';
import { RenderError } from '../render-error.js';
import { renderMessage } from '../render-message.js';
import type { RenderAnswer, RenderRequest } from './protocol.js';

/** Renders what it is sent, one text after another. */
function answer({ source, context }: RenderRequest): RenderAnswer {
  try {
    return { kind: 'rendered', message: renderMessage(source, context) };
  } catch (error) {
    if (error instanceof RenderError) {
      return { kind: 'refused', reason: error.message };
    }
    return error instanceof Error
      ? { kind: 'failed', reason: error.message, stack: error.stack }
      : { kind: 'failed', reason: String(error), stack: undefined };
  }
}

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage({ kind: 'ready' } satisfies RenderAnswer);
