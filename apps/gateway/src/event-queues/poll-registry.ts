import { randomBytes } from 'node:crypto';
import {
  badEventQueueId,
  badRequest,
  EVENT_EPOCHS_CHANNEL,
  type EventShardNotice,
  type FetchedQueues,
  type PushedEvents,
  parseEventShardNotice,
  type QueueNews,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { EndedPolls } from './ended-polls.js';
import { type FollowedQueue, FollowedQueues } from './followed-queues.js';
import { HeartbeatWheel } from './heartbeat-wheel.js';
import { emptyResponse, eventsResponse, heartbeatResponse, Poll, type PollEnd, pushedResponse } from './poll.js';
import { type FetchListener, QueueFetcher } from './queue-fetcher.js';

/** Time of failed fetches after which a poll gets the error. A poll that already waits has more time. */
const MAX_FAILING_MS = 6_000;
const MAX_FAILING_WHILE_WAITING_MS = 30_000;
const RETRY_AFTER_MS = 200;
/**
 * Delay of the fetch for a poll on a queue that is certainly empty. The fetch acknowledges events and ends older polls at other gateways.
 * While there are many events, the next notice usually makes it unnecessary.
 */
const FETCH_LATER_MS = 1_000;
const FETCH_LATER_EVERY_MS = 100;
/** About 5 ms of work. */
const ENDING = { size: 16, longestMs: 25 };

/**
 * The open long polls of this gateway, one per queue. A waiting poll costs nothing until a notice names its queue, a newer poll
 * arrives, the client disconnects, or a heartbeat is due. A poll is registered before its queue is fetched for the first time, so that
 * no notice is missed.
 *
 * Events in a notice that directly follow the client's last event become the response without a fetch ({@link FollowedQueues}). A later fetch
 * acknowledges these events, for many polls at once.
 */
export class PollRegistry implements FetchListener {
  private readonly polls = new Map<string, Poll>();
  private readonly fetcher: QueueFetcher;
  private readonly wheel: HeartbeatWheel;
  private readonly followed = new FollowedQueues();
  private readonly ended = new EndedPolls<Poll>(ENDING, (poll) => this.refuseUnknown(poll));
  private readonly doubtful = new EndedPolls<Poll>(ENDING, (poll) => this.recheck(poll));
  /** Queues to be fetched later, by time. */
  private later: { readonly queue: FollowedQueue; readonly atMs: number }[] = [];
  private fetchingLater: NodeJS.Timeout | undefined;
  private readonly gateway = randomBytes(6).toString('base64url');
  private nextName = 1;
  private isStopping = false;

  constructor(client: Pick<RedisTransportClient, 'request'>, heartbeatMs: number) {
    this.fetcher = new QueueFetcher(client, this);
    this.wheel = new HeartbeatWheel(heartbeatMs, (due) => {
      for (const poll of due) {
        poll.wantsHeartbeat = true;
        this.fetch(poll);
      }
    });
  }

  get openCount(): number {
    return this.polls.size;
  }

  start(): void {
    this.wheel.start();
  }

  /** Ends every open poll, and from now on every new one, without events. Clients repeat them at another gateway. */
  stop(): void {
    this.isStopping = true;
    this.wheel.stop();
    clearTimeout(this.fetchingLater);
    this.later = [];
    this.followed.forgetAll();
    for (const poll of [...this.polls.values()]) this.endEmpty(poll);
  }

  /** Responds at once with the events in the queue, if any. */
  lookOnce(queueId: string, userId: number, realmId: number, lastEventId: number | null, end: PollEnd): void {
    this.fetcher.fetch(new Poll(queueId, userId, realmId, lastEventId, null, end), false);
  }

  /** Responds when the queue has events. Ends an older poll on the queue. */
  wait(queueId: string, userId: number, realmId: number, lastEventId: number | null, end: PollEnd): Poll {
    const followed = this.followed.find(queueId, userId, lastEventId);
    const name = followed?.pollName ?? `${this.gateway}.${this.nextName++}`;
    const poll = new Poll(queueId, userId, realmId, lastEventId, name, end);
    if (this.isStopping) {
      poll.respond(emptyResponse(queueId));
      return poll;
    }
    const older = this.polls.get(queueId);
    // Another user's guess at a queue id must not end the owner's poll.
    if (older !== undefined && older.userId !== userId) {
      poll.refuse(badEventQueueId(queueId));
      return poll;
    }
    if (older) this.endEmpty(older);
    this.polls.set(queueId, poll);
    if (followed === undefined) {
      this.fetcher.fetch(poll, false);
      return poll;
    }
    poll.isFetchedLater = true;
    poll.isKnown = followed.pollName !== null && followed.unacknowledged === 0;
    if (followed.events.length > 0) this.respondFollowed(poll, followed);
    else if (!poll.isKnown) this.fetchLater(followed);
    if (poll.isOpen) this.beginWaiting(poll);
    return poll;
  }

  abandon(poll: Poll): void {
    this.remove(poll).abandon();
  }

  /** Ends the polls of the user with credentials that are no longer valid. A poll may have used a new key already. */
  recheckPollsOf(userId: number): void {
    for (const poll of this.polls.values()) if (poll.userId === userId) void this.recheck(poll);
  }

  /** The same for all users of a realm, a few at a time. */
  recheckPollsIn(realmId: number): void {
    for (const poll of this.polls.values()) if (poll.realmId === realmId) this.doubtful.add(poll);
  }

  /** Listens on the channels of all shards, and on that of epochs: after the begin of one, some queues may have ended. */
  readonly onMessage = (channel: string, text: string): void => {
    if (channel === EVENT_EPOCHS_CHANNEL) this.fetchAll();
    else this.onNotice(parseEventShardNotice(text));
  };

  onNotice(notice: EventShardNotice): void {
    if (notice.kind === 'superseded') {
      const poll = this.polls.get(notice.queueId);
      if (!notice.poll.startsWith(`${this.gateway}.`)) this.followed.forget(notice.queueId);
      if (poll && poll.name !== notice.poll) this.endEmpty(poll);
      return;
    }
    if (notice.kind === 'events') for (const pushed of notice.queues) this.onPushed(pushed);
    for (const queueId of notice.queueIds) this.onNews(queueId);
  }

  /** Fetches every queue, because notices may have been lost, or Redis lost events that clients have. */
  fetchAll(): void {
    this.followed.forgetAll();
    for (const poll of this.polls.values()) this.fetch(poll);
  }

  onFetched(poll: Poll, news: QueueNews, bodies: FetchedQueues['bodies']): void {
    const { queueId, lastEventId } = poll;
    switch (news.kind) {
      case 'events':
        if (!news.more) this.follow(poll, news.entries.at(-1)?.[0], 1, null);
        this.remove(poll).respond(eventsResponse(queueId, news.entries, bodies));
        break;
      case 'heartbeat':
        // A heartbeat needs no acknowledgement, and the queue still knows the poll.
        this.follow(poll, news.id, 0, poll.isKnown ? poll.name : null);
        this.remove(poll).respond(heartbeatResponse(queueId, news.id));
        break;
      case 'nothing':
        this.onNothing(poll);
        break;
      case 'again':
        this.fetcher.fetch(poll, true);
        break;
      case 'unknown queue':
        this.ended.add(poll);
        break;
      case 'never issued':
        this.remove(poll).refuse(badRequest(`Event ${lastEventId} was not in this queue`));
        break;
      case 'pruned':
        this.remove(poll).refuse(badRequest(`An event newer than ${lastEventId} has already been pruned!`));
        break;
    }
  }

  /** The queue of a deactivated user ends before its poll: the client shall know the reason. */
  private async refuseUnknown(poll: Poll): Promise<void> {
    if (!poll.isWaiting || (await poll.recheck())) poll.refuse(badEventQueueId(poll.queueId));
    this.remove(poll);
  }

  /** Fetching is safe to repeat. */
  onFailed(poll: Poll, error: unknown): void {
    const now = performance.now();
    poll.failingSinceMs ||= now;
    const limitMs = poll.isWaiting ? MAX_FAILING_WHILE_WAITING_MS : MAX_FAILING_MS;
    if (now - poll.failingSinceMs > limitMs || this.isStopping) {
      this.remove(poll).refuse(error);
      return;
    }
    poll.isFetching = true;
    setTimeout(() => {
      if (poll.isOpen) this.fetcher.fetch(poll, poll.isWaiting);
    }, RETRY_AFTER_MS).unref();
  }

  private onNothing(poll: Poll): void {
    if (poll.name === null) {
      poll.respond(emptyResponse(poll.queueId));
      return;
    }
    poll.isKnown = true;
    const followed = this.followed.get(poll.queueId);
    if (followed) followed.unacknowledged = 0;
    if (poll.hasNews) this.fetcher.fetch(poll, true);
    else this.beginWaiting(poll);
  }

  private beginWaiting(poll: Poll): void {
    poll.beginWaiting();
    if (poll.heartbeatSlot === -1) this.wheel.add(poll);
  }

  /** Not after a notice during the fetch, because the queue may have more events. */
  private follow(poll: Poll, lastEventId: number | undefined, unacknowledged: number, pollName: string | null): void {
    if (lastEventId === undefined || poll.name === null || poll.hasNews) return;
    const queue = this.followed.give(poll.queueId, poll.userId, lastEventId, unacknowledged);
    queue.unacknowledged = unacknowledged;
    queue.pollName = pollName;
  }

  private onNews(queueId: string): void {
    this.followed.forget(queueId);
    const poll = this.polls.get(queueId);
    if (poll) this.fetch(poll);
  }

  private onPushed(pushed: PushedEvents): void {
    const { queueId, firstId } = pushed;
    const poll = this.polls.get(queueId);
    let queue = this.followed.get(queueId);
    if (poll === undefined) {
      if (queue && !this.followed.add(queue, pushed)) this.followed.forget(queueId);
      return;
    }
    const { lastEventId } = poll;
    if (!poll.isWaiting || poll.isFetching || lastEventId === null) {
      this.onNews(queueId);
      return;
    }
    if (queue?.lastEventId !== lastEventId) {
      this.followed.forget(queueId);
      queue = firstId === lastEventId + 1 ? this.followed.give(queueId, poll.userId, lastEventId, 0) : undefined;
    }
    if (queue && this.followed.add(queue, pushed)) this.respondFollowed(poll, queue);
    else this.onNews(queueId);
  }

  private respondFollowed(poll: Poll, queue: FollowedQueue): void {
    const { queueId, lastEventId, events } = queue;
    const response = pushedResponse(queueId, lastEventId, events);
    this.followed.give(queueId, poll.userId, lastEventId + events.length, events.length);
    queue.pollName = poll.isKnown || queue.pollName === poll.name ? poll.name : null;
    this.remove(poll).respond(response);
  }

  private fetchLater(queue: FollowedQueue): void {
    if (queue.isFetchedLater) return;
    queue.isFetchedLater = true;
    this.later.push({ queue, atMs: performance.now() + FETCH_LATER_MS });
    this.fetchingLater ??= setTimeout(() => this.fetchDue(), FETCH_LATER_MS);
  }

  private fetchDue(): void {
    const nowMs = performance.now();
    const due = this.later.findIndex(({ atMs }) => atMs > nowMs);
    for (const { queue } of this.later.splice(0, due === -1 ? this.later.length : due)) {
      queue.isFetchedLater = false;
      const poll = this.polls.get(queue.queueId);
      if (poll?.isFetchedLater && !poll.isKnown && !poll.isFetching) this.fetcher.fetch(poll, false);
    }
    this.fetchingLater = this.later.length === 0 ? undefined : setTimeout(() => this.fetchDue(), FETCH_LATER_EVERY_MS);
  }

  private async recheck(poll: Poll): Promise<void> {
    if (!(await poll.recheck())) this.remove(poll);
  }

  private fetch(poll: Poll): void {
    if (poll.isFetching) poll.hasNews = true;
    else this.fetcher.fetch(poll, true);
  }

  private endEmpty(poll: Poll): void {
    this.remove(poll).respond(emptyResponse(poll.queueId));
  }

  private remove(poll: Poll): Poll {
    if (this.polls.get(poll.queueId) === poll) this.polls.delete(poll.queueId);
    this.wheel.remove(poll);
    return poll;
  }
}
