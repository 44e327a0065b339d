import { RenderError } from '../render-error.js';

/** The text took longer than the limit; its worker was ended. Rendering it again would take as long. */
export class RenderTimeout extends RenderError {
  override readonly name = 'RenderTimeout';

  constructor(readonly timeoutMs: number) {
    super(`The text could not be rendered within ${timeoutMs} ms.`);
  }
}

/** The worker died of this text (out of memory, most likely). */
export class RenderWorkerCrash extends RenderError {
  override readonly name = 'RenderWorkerCrash';
}

/** Too many texts are waiting; trying again later can succeed. */
export class RenderQueueFull extends Error {
  override readonly name = 'RenderQueueFull';

  constructor(readonly maxQueued: number) {
    super(`More than ${maxQueued} texts are waiting to be rendered.`);
  }
}

/** The pool was closed before the text was rendered. */
export class RenderPoolClosed extends Error {
  override readonly name = 'RenderPoolClosed';

  constructor() {
    super('The pool of render workers is closed.');
  }
}
