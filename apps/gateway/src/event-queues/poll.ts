import type { JsonText } from '@chat/redis-rpc';
import type { Call } from '../http/index.js';

/** How a poll ends. */
export interface PollEnd {
  readonly resolve: (answer: JsonText) => void;
  readonly reject: (error: unknown) => void;
  /** Told when the poll waits. May throw when too many wait. */
  readonly call: Pick<Call, 'beginWaiting'>;
}

/** A client's GET /events while it is open: as small as can be, since tens of thousands wait. */
export class Poll {
  /** A fetch for it is under way. */
  isFetching = false;
  /** Something came while it was being fetched: it must be fetched again if that finds nothing. */
  hasNews = false;
  /** It waits, as far as the gateway is concerned. */
  isWaiting = false;
  /** Its queue was not looked into when it came. */
  isLookedAtLate = false;
  /** Its queue knows that it waits; until then an older poll of another gateway may. */
  isKnown = false;
  /** It waits long enough: when there is nothing, a heartbeat. */
  wantsHeartbeat = false;
  /** Slot of the heartbeat wheel; -1 while in none. */
  heartbeatSlot = -1;
  /** When fetching began to fail; 0 while it does not. */
  failingSinceMs = 0;
  private end: PollEnd | undefined;

  constructor(
    readonly queueId: string,
    readonly userId: number,
    readonly realmId: number,
    readonly lastEventId: number | null,
    /** Unique among all gateways' polls; null: it never waits. */
    readonly name: string | null,
    end: PollEnd,
  ) {
    this.end = end;
  }

  get isOpen(): boolean {
    return this.end !== undefined;
  }

  beginWaiting(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.end?.call.beginWaiting();
  }

  /** Lets go of the request at once, whoever still refers to this object. */
  answer(answer: JsonText): void {
    const { end } = this;
    this.end = undefined;
    end?.resolve(answer);
  }

  refuse(error: unknown): void {
    const { end } = this;
    this.end = undefined;
    end?.reject(error);
  }

  /** The client is gone; nobody is to be told. */
  abandon(): void {
    this.end = undefined;
  }
}
