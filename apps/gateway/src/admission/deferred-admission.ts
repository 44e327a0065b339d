import { NotSent, type SendCondition, type Taken } from '@chat/redis-rpc';
import { type CallWindow, type RateLimitState, requireWithinLimit } from './rate-limiter.js';

/**
 * An admission that a call's first request makes: by the step that puts it into the service's list, and only if what this gateway
 * knows of callers is still all that there is to know. It saves a round trip, and is as strict: either the request is not
 * sent, or everything that anybody had been told by then was applied here when the caller was recognized.
 *
 * Until then the call may have done nothing that anybody else can see; where the presumption was wrong, or no request was made, it
 * has to be admitted the usual way and begun again.
 */
export class DeferredAdmission {
  rateLimitState: RateLimitState | undefined;
  private made: Promise<void> | undefined;
  private hasHeld = false;

  constructor(
    private readonly tailKey: string,
    private readonly asOf: string,
    private readonly window: CallWindow | undefined,
    private readonly onStale: () => void,
  ) {}

  /** Whether what became of the call counts. */
  get isMade(): boolean {
    return this.hasHeld;
  }

  /**
   * Sends a request of the call: the first by `sendIf`, and others, by `send`, when that has been sent. Rejects with the
   * refusal, or with `NotSent` where the call has to begin again.
   */
  async send(sendIf: (condition: SendCondition) => Promise<string>, send: () => Promise<string>): Promise<string> {
    if (this.made !== undefined) {
      await this.made;
      return send();
    }
    let onTaken: (taken: Taken) => void = () => {};
    this.made = new Promise((resolve, reject) => {
      onTaken = (taken) => {
        try {
          resolve(this.heed(taken));
        } catch (error) {
          reject(error);
        }
      };
    });
    this.made.catch(() => {});
    try {
      return await sendIf({ tailKey: this.tailKey, asOf: this.asOf, window: this.window, onTaken });
    } catch (error) {
      if (error instanceof NotSent) await this.made;
      throw error;
    }
  }

  private heed(taken: Taken): void {
    if (taken.kind === 'stale') {
      this.onStale();
      throw new NotSent('stale');
    }
    this.hasHeld = true;
    if (taken.kind === 'unknown') return;
    this.rateLimitState = this.window?.rateLimitState(taken.calls, taken.leftMs);
    requireWithinLimit(this.rateLimitState);
  }
}
