import type { EventQueueOptions, LoggedEvent, Principal } from '@chat/contracts';
import { isAtLeast, type LogPosition, parseLogPosition } from '@chat/event-log';
import type { UserState } from '../fan-out/live-user.js';
import type { PublicStreams } from '../fan-out/public-streams.js';
import { MAX_PENDING_EVENTS, type NewQueue } from './new-queue.js';

/** A queue that is being registered: from its creation on it keeps what happens in its realm, until it is opened. */
export class PendingQueue implements NewQueue {
  readonly since: LoggedEvent[] = [];
  /** As of some moment after the creation; what came later is in `since`. */
  state: UserState | undefined;
  publicStreams: PublicStreams | undefined;
  /** What happened up to here was before it. */
  from: LogPosition | undefined;

  constructor(
    readonly queueId: string,
    readonly actor: Principal,
    readonly options: EventQueueOptions,
    readonly expiresAtMs: number,
  ) {}

  /** False when there are too many. */
  remember(event: LoggedEvent): boolean {
    if (this.from && isAtLeast(this.from, parseLogPosition(event.logId))) return true;
    this.since.push(event);
    return this.since.length <= MAX_PENDING_EVENTS;
  }
}
