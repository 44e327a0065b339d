import { Transform, type TransformCallback } from 'node:stream';
import { passedBuffer } from '@chat/service-kit';

/** Bytes that all transfers together move between two looks at the other connections. One chunk may exceed it. */
export const BYTES_PER_TURN = 128 * 1024;
/** Time between two turns while transfers give way. They then move 25 MiB/s together and leave the processor to the calls. */
export const GIVE_WAY_MS = 5;
/** Transfers give way for this long after a call, too. Else they fill all buffers between two calls, and the next one waits for that work. */
export const CALM_MS = 100;

/** Calls that clients wait for. */
interface Calls {
  /** Whether a call that moves no file was in flight in the last `ms`. */
  hadOthersWithin(ms: number): boolean;
}

/**
 * Turns of the transfers of this process. Without them a stream moves all bytes in the buffer of its socket, megabytes, in one iteration of
 * the event loop. With many transfers each step of any other request then waits for all of them. Back-pressure passes the pauses on: while
 * transfers give way, clients and files service stop, too.
 */
export class TransferTurns {
  private readonly waiting: (() => void)[] = [];
  private left = BYTES_PER_TURN;
  private isTurnDue = false;
  private calls: Calls = { hadOthersWithin: () => false };

  /** From now on transfers give way to these calls. */
  giveWayTo(calls: Calls): void {
    this.calls = calls;
  }

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
      passedBuffer(chunk);
    };
    if (this.left > 0) pass();
    else this.waiting.push(pass);
    if (!this.isTurnDue) this.planTurn();
  }

  private planTurn(): void {
    this.isTurnDue = true;
    const begin = () => this.beginTurn();
    if (this.calls.hadOthersWithin(CALM_MS)) setTimeout(begin, GIVE_WAY_MS);
    else setImmediate(begin);
  }

  private beginTurn(): void {
    this.left = BYTES_PER_TURN;
    this.isTurnDue = false;
    if (this.waiting.length > 0) this.planTurn();
    while (this.left > 0) {
      const pass = this.waiting.shift();
      if (pass === undefined) break;
      pass();
    }
  }
}
