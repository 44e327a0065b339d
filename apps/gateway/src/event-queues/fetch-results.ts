import { badEventQueueId, badRequest, type FetchedQueues, type QueueNews } from '@chat/contracts';
import { ENDING, EndedPolls } from './ended-polls.js';
import type { FollowedQueues } from './followed-queues.js';
import { emptyResponse, eventsResponse, heartbeatResponse, type Poll } from './poll.js';
import type { FetchListener } from './queue-fetcher.js';

/** The open polls, as far as the result of a fetch changes them. */
export interface FetchedPolls {
  /** Takes an ended poll out. */
  remove(poll: Poll): Poll;
  beginWaiting(poll: Poll): void;
  fetchAgain(poll: Poll): void;
}

/** Ends each poll with the events of its queue or an error, or lets it wait. Notes the queues of clients that have all events now. */
export class FetchResults implements FetchListener {
  private readonly ended = new EndedPolls<Poll>(ENDING, (poll) => this.refuseUnknown(poll));

  constructor(
    private readonly polls: FetchedPolls,
    private readonly followed: FollowedQueues,
  ) {}

  onFetched(poll: Poll, news: QueueNews, bodies: FetchedQueues['bodies']): void {
    const { polls } = this;
    const { queueId, lastEventId } = poll;
    switch (news.kind) {
      case 'events':
        if (!news.more) this.follow(poll, news.entries.at(-1)?.[0], 1, null);
        polls.remove(poll).respond(eventsResponse(queueId, news.entries, bodies));
        break;
      case 'heartbeat':
        // A heartbeat needs no acknowledgement, and the queue still knows the poll.
        this.follow(poll, news.id, 0, poll.isKnown ? poll.name : null);
        polls.remove(poll).respond(heartbeatResponse(queueId, news.id));
        break;
      case 'nothing':
        this.onNothing(poll);
        break;
      case 'again':
        polls.fetchAgain(poll);
        break;
      case 'unknown queue':
        this.ended.add(poll);
        break;
      case 'never issued':
        polls.remove(poll).refuse(badRequest(`Event ${lastEventId} was not in this queue`));
        break;
      case 'pruned':
        polls.remove(poll).refuse(badRequest(`An event newer than ${lastEventId} has already been pruned!`));
        break;
    }
  }

  onFailed(poll: Poll, error: unknown): void {
    this.polls.remove(poll).refuse(error);
  }

  /** The queue of a deactivated user ends before its poll: the client shall know the reason. */
  private async refuseUnknown(poll: Poll): Promise<void> {
    if (!poll.isWaiting || (await poll.recheck())) poll.refuse(badEventQueueId(poll.queueId));
    this.polls.remove(poll);
  }

  private onNothing(poll: Poll): void {
    if (poll.name === null) {
      poll.respond(emptyResponse(poll.queueId));
      return;
    }
    poll.isKnown = true;
    const followed = this.followed.get(poll.queueId);
    if (followed) followed.unacknowledged = 0;
    if (poll.hasNews) this.polls.fetchAgain(poll);
    else this.polls.beginWaiting(poll);
  }

  /** Not after a notice during the fetch, because the queue may have more events. */
  private follow(poll: Poll, lastEventId: number | undefined, unacknowledged: number, pollName: string | null): void {
    if (lastEventId === undefined || poll.name === null || poll.hasNews) return;
    const queue = this.followed.give(poll.queueId, poll.userId, lastEventId, unacknowledged);
    queue.unacknowledged = unacknowledged;
    queue.pollName = pollName;
  }
}
