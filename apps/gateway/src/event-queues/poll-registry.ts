import { randomBytes } from 'node:crypto';
import {
  badEventQueueId,
  badRequest,
  type EventShardNotice,
  type FetchedQueues,
  type PushedEvents,
  type QueueNews,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { emptyAnswer, eventsAnswer, heartbeatAnswer, pushedAnswer } from './event-texts.js';
import { type FollowedQueue, FollowedQueues } from './followed-queues.js';
import { HeartbeatWheel } from './heartbeat-wheel.js';
import { Poll, type PollEnd } from './poll.js';
import { type FetchListener, QueueFetcher } from './queue-fetcher.js';

/** A poll whose queue cannot be looked into is refused after this; one that waits already is more patient. */
const MAX_FAILING_MS = 6_000;
const MAX_FAILING_WHILE_WAITING_MS = 30_000;
const RETRY_AFTER_MS = 200;
/**
 * A queue that surely has nothing is looked into this long after its poll came: its client's acknowledgement must arrive, and polls
 * at other gateways must hear of this one. News meanwhile do that sooner, which is the usual case while much happens.
 */
const LOOK_LATER_MS = 1_000;
const LOOK_LATER_EVERY_MS = 100;

/**
 * The open long polls of this gateway, one per queue. Nothing happens for a waiting poll until its shard tells of events or news, a
 * newer poll comes, the client goes, or it is due for a heartbeat. A poll is registered before its queue is first looked into,
 * so that no news can come between.
 *
 * Events that are told and follow what the client has are handed on as they are; what the client has by then is told to the queue
 * a moment later, for many at once. Whatever does not fit is looked up.
 */
export class PollRegistry implements FetchListener {
  private readonly polls = new Map<string, Poll>();
  private readonly fetcher: QueueFetcher;
  private readonly wheel: HeartbeatWheel;
  private readonly followed = new FollowedQueues();
  /** Queues to be looked into later, with when, in this order. */
  private later: { readonly queue: FollowedQueue; readonly atMs: number }[] = [];
  private lookingLater: NodeJS.Timeout | undefined;
  private readonly gateway = randomBytes(6).toString('base64url');
  private nextName = 1;
  private isStopping = false;

  constructor(client: Pick<RedisTransportClient, 'request'>, heartbeatMs: number) {
    this.fetcher = new QueueFetcher(client, this);
    this.wheel = new HeartbeatWheel(heartbeatMs, (due) => {
      for (const poll of due) {
        poll.wantsHeartbeat = true;
        this.look(poll);
      }
    });
  }

  get openCount(): number {
    return this.polls.size;
  }

  start(): void {
    this.wheel.start();
  }

  /** Answers every open poll, and from now on every new one, at once and without events: clients come back elsewhere. */
  stop(): void {
    this.isStopping = true;
    this.wheel.stop();
    clearTimeout(this.lookingLater);
    this.later = [];
    this.followed.forgetAll();
    for (const poll of [...this.polls.values()]) this.finish(poll, () => poll.answer(emptyAnswer(poll.queueId)));
  }

  /** Answers now, with whatever is there. */
  lookOnce(queueId: string, userId: number, realmId: number, lastEventId: number | null, end: PollEnd): void {
    this.fetcher.fetch(new Poll(queueId, userId, realmId, lastEventId, null, end), false);
  }

  /** Answers when something is there. An older poll on the queue ends. */
  wait(queueId: string, userId: number, realmId: number, lastEventId: number | null, end: PollEnd): Poll {
    const followed = this.followed.find(queueId, userId, lastEventId);
    const name = followed?.pollName ?? `${this.gateway}.${this.nextName++}`;
    const poll = new Poll(queueId, userId, realmId, lastEventId, name, end);
    if (this.isStopping) {
      poll.answer(emptyAnswer(queueId));
      return poll;
    }
    const older = this.polls.get(queueId);
    // Somebody else's guess at a queue id must not end the owner's poll.
    if (older?.userId === userId) this.finish(older, () => older.answer(emptyAnswer(queueId)));
    else if (older) return this.refuseForeign(poll);
    this.polls.set(queueId, poll);
    if (followed === undefined) {
      this.fetcher.fetch(poll, false);
      return poll;
    }
    poll.isLookedAtLate = true;
    poll.isKnown = followed.pollName !== null && followed.unacknowledged === 0;
    if (followed.events.length > 0) this.answerFollowed(poll, followed);
    else if (!poll.isKnown) this.lookLater(followed);
    if (poll.isOpen) this.beginWaiting(poll);
    return poll;
  }

  /** The client is gone. */
  abandon(poll: Poll): void {
    this.finish(poll, () => poll.abandon());
  }

  /** The user has a new key. Not refused: a poll may have been let in by that before this process heard of it. Who comes back is asked. */
  letComeBack(userId: number): void {
    for (const poll of [...this.polls.values()]) {
      if (poll.userId === userId) this.finish(poll, () => poll.answer(emptyAnswer(poll.queueId)));
    }
  }

  onNotice(notice: EventShardNotice): void {
    if (notice.kind === 'superseded') {
      const poll = this.polls.get(notice.queueId);
      if (!notice.poll.startsWith(`${this.gateway}.`)) this.followed.forget(notice.queueId);
      if (poll && poll.name !== notice.poll) this.finish(poll, () => poll.answer(emptyAnswer(poll.queueId)));
      return;
    }
    if (notice.kind === 'events') for (const pushed of notice.queues) this.onPushed(pushed);
    for (const queueId of notice.queueIds) this.onNews(queueId);
  }

  /** Notices may have been missed: every queue is looked into. */
  lookAtAll(): void {
    this.followed.forgetAll();
    for (const poll of this.polls.values()) this.look(poll);
  }

  onFetched(poll: Poll, news: QueueNews, bodies: FetchedQueues['bodies']): void {
    const { queueId, lastEventId } = poll;
    switch (news.kind) {
      case 'events':
        if (!news.more) this.follow(poll, news.entries.at(-1)?.[0], 1, null);
        this.finish(poll, () => poll.answer(eventsAnswer(queueId, news.entries, bodies)));
        break;
      case 'heartbeat':
        // Nothing to be acknowledged, and the queue knows who goes on waiting.
        this.follow(poll, news.id, 0, poll.isKnown ? poll.name : null);
        this.finish(poll, () => poll.answer(heartbeatAnswer(queueId, news.id)));
        break;
      case 'nothing':
        this.onNothing(poll);
        break;
      case 'again':
        this.fetcher.fetch(poll, true);
        break;
      case 'unknown queue':
        this.finish(poll, () => poll.refuse(badEventQueueId(queueId)));
        break;
      case 'never issued':
        this.finish(poll, () => poll.refuse(badRequest(`Event ${lastEventId} was not in this queue`)));
        break;
      case 'pruned':
        this.finish(poll, () => poll.refuse(badRequest(`An event newer than ${lastEventId} has already been pruned!`)));
        break;
    }
  }

  /** Looking is safe to repeat. */
  onFailed(poll: Poll, error: unknown): void {
    const now = performance.now();
    poll.failingSinceMs ||= now;
    const patience = poll.isWaiting ? MAX_FAILING_WHILE_WAITING_MS : MAX_FAILING_MS;
    if (now - poll.failingSinceMs > patience || this.isStopping) {
      this.finish(poll, () => poll.refuse(error));
      return;
    }
    poll.isFetching = true;
    setTimeout(() => {
      if (poll.isOpen) this.fetcher.fetch(poll, poll.isWaiting);
    }, RETRY_AFTER_MS).unref();
  }

  private onNothing(poll: Poll): void {
    if (poll.name === null) {
      poll.answer(emptyAnswer(poll.queueId));
      return;
    }
    poll.isKnown = true;
    const followed = this.followed.get(poll.queueId);
    if (followed) followed.unacknowledged = 0;
    if (poll.hasNews) this.fetcher.fetch(poll, true);
    else this.beginWaiting(poll);
  }

  private beginWaiting(poll: Poll): void {
    try {
      poll.beginWaiting();
    } catch (error) {
      this.finish(poll, () => poll.refuse(error));
      return;
    }
    if (poll.heartbeatSlot === -1) this.wheel.add(poll);
  }

  /** Only of a poll that notices reach: had it news while it was fetched, there may be more. */
  private follow(poll: Poll, lastEventId: number | undefined, unacknowledged: number, pollName: string | null): void {
    if (lastEventId === undefined || poll.name === null || poll.hasNews) return;
    const queue = this.followed.give(poll.queueId, poll.userId, lastEventId, unacknowledged);
    queue.unacknowledged = unacknowledged;
    queue.pollName = pollName;
  }

  private onNews(queueId: string): void {
    this.followed.forget(queueId);
    const poll = this.polls.get(queueId);
    if (poll) this.look(poll);
  }

  private onPushed(pushed: PushedEvents): void {
    const { queueId, firstId } = pushed;
    const poll = this.polls.get(queueId);
    let queue = this.followed.get(queueId);
    if (poll === undefined) {
      if (queue && !this.followed.add(queue, pushed)) this.followed.forget(queueId);
      return;
    }
    const isUpToDate = poll.isWaiting && !poll.isFetching && poll.lastEventId !== null;
    if (!isUpToDate) {
      this.onNews(queueId);
      return;
    }
    if (queue?.lastEventId !== poll.lastEventId) {
      this.followed.forget(queueId);
      queue = undefined;
    }
    if (queue === undefined && firstId === (poll.lastEventId as number) + 1) {
      queue = this.followed.give(queueId, poll.userId, poll.lastEventId as number, 0);
    }
    if (queue && this.followed.add(queue, pushed)) this.answerFollowed(poll, queue);
    else this.onNews(queueId);
  }

  /** Answers with what is there. */
  private answerFollowed(poll: Poll, queue: FollowedQueue): void {
    const { queueId, lastEventId, events } = queue;
    const answer = pushedAnswer(queueId, lastEventId, events);
    this.followed.give(queueId, poll.userId, lastEventId + events.length, events.length);
    queue.pollName = poll.isKnown || queue.pollName === poll.name ? poll.name : null;
    this.finish(poll, () => poll.answer(answer));
  }

  private lookLater(queue: FollowedQueue): void {
    if (queue.isLookedAtLater) return;
    queue.isLookedAtLater = true;
    this.later.push({ queue, atMs: performance.now() + LOOK_LATER_MS });
    this.lookingLater ??= setTimeout(() => this.lookAtLater(), LOOK_LATER_MS);
  }

  private lookAtLater(): void {
    const nowMs = performance.now();
    const due = this.later.findIndex(({ atMs }) => atMs > nowMs);
    for (const { queue } of this.later.splice(0, due === -1 ? this.later.length : due)) {
      queue.isLookedAtLater = false;
      const poll = this.polls.get(queue.queueId);
      if (poll?.isLookedAtLate && !poll.isKnown && !poll.isFetching) this.fetcher.fetch(poll, false);
    }
    this.lookingLater = this.later.length === 0 ? undefined : setTimeout(() => this.lookAtLater(), LOOK_LATER_EVERY_MS);
  }

  private look(poll: Poll): void {
    if (poll.isFetching) poll.hasNews = true;
    else this.fetcher.fetch(poll, true);
  }

  private finish(poll: Poll, end: () => void): void {
    if (this.polls.get(poll.queueId) === poll) this.polls.delete(poll.queueId);
    this.wheel.remove(poll);
    end();
  }

  private refuseForeign(poll: Poll): Poll {
    poll.refuse(badEventQueueId(poll.queueId));
    return poll;
  }
}
