import { ApiError, type EventPage, type FetchedQueues, type QueueNews, type Wire } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import type { Call } from '../http/index.js';

export interface PollEnd {
  readonly resolve: (response: JsonText) => void;
  readonly reject: (error: unknown) => void;
  readonly call: Pick<Call, 'beginWaiting' | 'callerNow'>;
}

/** An open GET /events of a client. A small object, because a gateway holds tens of thousands. */
export class Poll {
  isFetching = false;
  /** A notice came during the fetch: the queue must be fetched again if it is empty. */
  hasNews = false;
  isWaiting = false;
  /** Its queue was not fetched when it arrived. */
  isFetchedLater = false;
  /** Its queue knows that it waits. Until then an older poll at another gateway may wait, too. */
  isKnown = false;
  /** It has waited long enough for a heartbeat. */
  wantsHeartbeat = false;
  /** The polls with the same slot of the heartbeat wheel; undefined for none. */
  heartbeatSlot: Set<Poll> | undefined;
  /** Time of the first of successive failed fetches; 0 for none. */
  failingSinceMs = 0;
  private end: PollEnd | undefined;

  constructor(
    readonly queueId: string,
    readonly userId: number,
    readonly realmId: number,
    readonly lastEventId: number | null,
    /** Unique among the polls of all gateways; null if it never waits. */
    readonly name: string | null,
    end: PollEnd,
  ) {
    this.end = end;
  }

  get isOpen(): boolean {
    return this.end !== undefined;
  }

  beginWaiting(): void {
    this.isWaiting = true;
    this.end?.call.beginWaiting();
  }

  /** Ends with the error of a new request if the credentials are no longer valid or sufficient. Resolves with whether it is still open. */
  async recheck(): Promise<boolean> {
    try {
      await this.end?.call.callerNow();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.refuse(error);
      // The credentials cannot be checked now. The next poll is authenticated anew.
      else this.respond(emptyResponse(this.queueId));
    }
    return this.isOpen;
  }

  respond(response: JsonText): void {
    this.takeEnd()?.resolve(response);
  }

  refuse(error: unknown): void {
    this.takeEnd()?.reject(error);
  }

  /** For a client that has disconnected. */
  abandon(): void {
    this.takeEnd();
  }

  /** Drops the request at once, because references to this object may last longer. An ended poll needs no heartbeat. */
  private takeEnd(): PollEnd | undefined {
    const { end } = this;
    this.end = undefined;
    this.heartbeatSlot?.delete(this);
    this.heartbeatSlot = undefined;
    return end;
  }
}

/** The response of GET /events with fetched events. Their bodies are JSON text. */
export function eventsResponse(
  queueId: string,
  entries: Extract<QueueNews, { kind: 'events' }>['entries'],
  bodies: FetchedQueues['bodies'],
): JsonText {
  const events = entries.map(([id, body, own]) => `{"id":${id}${own === '' ? '' : `,${own}`},${bodies[body]}}`);
  return response(queueId, events.join(','));
}

/** With events of notices. Their ids follow `lastEventId`. */
export const pushedResponse = (queueId: string, lastEventId: number, events: readonly string[]): JsonText =>
  response(queueId, events.map((members, index) => `{"id":${lastEventId + 1 + index},${members}}`).join(','));

export const heartbeatResponse = (queueId: string, id: number): JsonText =>
  response(queueId, `{"id":${id},"type":"heartbeat"}`);

export const emptyResponse = (queueId: string): JsonText => response(queueId, '');

const EVENTS: keyof Wire<EventPage> = 'events';
const QUEUE_ID: keyof Wire<EventPage> = 'queue_id';

/** A queue id needs no escapes. */
const response = (queueId: string, events: string): JsonText =>
  new JsonText(`{"${EVENTS}":[${events}],"${QUEUE_ID}":"${queueId}"}`);
