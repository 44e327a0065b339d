/** A text that is refused because of a limit in `limits.ts`. Another attempt would end the same way. */
export class RenderError extends Error {
  override readonly name: string = 'RenderError';
}

/** The text took longer than the limit; its worker was terminated. */
export class RenderTimeout extends RenderError {
  override readonly name = 'RenderTimeout';

  constructor(timeoutMs: number) {
    super(`The text could not be rendered within ${timeoutMs} ms.`);
  }
}

/** The worker died of this text, most likely out of memory. */
export class RenderWorkerCrash extends RenderError {
  override readonly name = 'RenderWorkerCrash';
}

/** Too many texts are waiting; a later attempt can succeed. */
export class RenderQueueFull extends Error {
  override readonly name = 'RenderQueueFull';

  constructor(maxQueued: number) {
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
