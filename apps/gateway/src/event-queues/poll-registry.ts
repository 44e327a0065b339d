import { randomBytes } from 'node:crypto';
import {
  badEventQueueId,
  EVENT_EPOCHS_CHANNEL,
  type EventShardNotice,
  type PushedEvents,
  parseEventShardNotice,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { ENDING, EndedPolls } from './ended-polls.js';
import { type FetchedPolls, FetchResults } from './fetch-results.js';
import { type FollowedQueue, FollowedQueues } from './followed-queues.js';
import { HeartbeatWheel } from './heartbeat-wheel.js';
import { LaterFetches } from './later-fetches.js';
import { emptyResponse, Poll, type PollEnd, pushedResponse } from './poll.js';
import { QueueFetcher } from './queue-fetcher.js';

/**
 * The open long polls of this gateway, one per queue. A waiting poll costs nothing until a notice names its queue, a newer poll
 * arrives, the client disconnects, or a heartbeat is due. A poll is registered before its queue is fetched for the first time, so that
 * no notice is missed.
 *
 * Events in a notice that directly follow the client's last event become the response without a fetch ({@link FollowedQueues}). A later fetch
 * acknowledges these events, for many polls at once.
 */
export class PollRegistry implements FetchedPolls {
  private readonly polls = new Map<string, Poll>();
  private readonly fetcher: QueueFetcher;
  private readonly wheel: HeartbeatWheel;
  private readonly followed = new FollowedQueues();
  private readonly doubtful = new EndedPolls<Poll>(ENDING, (poll) => this.recheck(poll));
  /** The fetch for a poll on a queue that is certainly empty acknowledges events and ends older polls at other gateways. */
  private readonly laterFetches = new LaterFetches((queueId) => this.fetchUnknown(queueId));
  private readonly gateway = randomBytes(6).toString('base64url');
  private nextName = 1;
  private isStopping = false;

  constructor(client: Pick<RedisTransportClient, 'request'>, heartbeatMs: number) {
    this.fetcher = new QueueFetcher(client, new FetchResults(this, this.followed));
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
    this.fetcher.stop();
    this.laterFetches.stop();
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
    else if (!poll.isKnown) this.laterFetches.add(queueId);
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

  beginWaiting(poll: Poll): void {
    poll.beginWaiting();
    if (poll.heartbeatSlot === undefined) this.wheel.add(poll);
  }

  fetchAgain(poll: Poll): void {
    this.fetcher.fetch(poll, true);
  }

  remove(poll: Poll): Poll {
    if (this.polls.get(poll.queueId) === poll) this.polls.delete(poll.queueId);
    return poll;
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

  private fetchUnknown(queueId: string): void {
    const poll = this.polls.get(queueId);
    if (poll?.isFetchedLater && !poll.isKnown && !poll.isFetching) this.fetcher.fetch(poll, false);
  }

  private async recheck(poll: Poll): Promise<void> {
    if (!(await poll.recheck())) this.remove(poll);
  }

  private fetch(poll: Poll): void {
    if (poll.isFetching) poll.hasNews = true;
    else this.fetchAgain(poll);
  }

  private endEmpty(poll: Poll): void {
    this.remove(poll).respond(emptyResponse(poll.queueId));
  }
}
