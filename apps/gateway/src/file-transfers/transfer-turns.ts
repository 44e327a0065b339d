import { Transform, type TransformCallback } from 'node:stream';

/** Bytes that all transfers together move between two looks at the other connections. One chunk may exceed it. */
export const BYTES_PER_TURN = 128 * 1024;

/**
 * Turns of the transfers of this process. Without them a stream moves all bytes in the buffer of its socket, megabytes, in one iteration of
 * the event loop. With many transfers each step of any other request then waits for all of them.
 */
export class TransferTurns {
  private readonly waiting: (() => void)[] = [];
  private left = BYTES_PER_TURN;
  private isTurnDue = false;

  /** Passes bytes on unchanged, in turns with all other streams of these turns. */
  stream(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, done) => this.take(chunk, done),
    });
  }

  private take(chunk: Buffer, done: TransformCallback): void {
    const pass = (): void => {
      this.left -= chunk.length;
      done(null, chunk);
    };
    if (this.left > 0) pass();
    else this.waiting.push(pass);
    if (this.isTurnDue) return;
    this.isTurnDue = true;
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    this.left = BYTES_PER_TURN;
    this.isTurnDue = this.waiting.length > 0;
    if (this.isTurnDue) setImmediate(() => this.nextTurn());
    while (this.left > 0) {
      const pass = this.waiting.shift();
      if (pass === undefined) break;
      pass();
    }
  }
}
