import { serviceUnavailable } from '@chat/contracts';
import type { SentRequest } from './lost-requests.js';
import type { OutgoingCall } from './outgoing-call.js';
import type { PreferredReplica } from './preferred-replicas.js';

export interface PendingReply extends SentRequest {
  readonly preferred: PreferredReplica | undefined;
  /** How the request is sent again if it was lost; undefined if that could do harm. */
  readonly repeat: OutgoingCall | undefined;
  readonly isControl: boolean;
  readonly deadlineMs: number;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** The replies that a caller waits for, by packet id, and how many it did not get. */
export class PendingReplies {
  private readonly byId = new Map<number, PendingReply>();
  private readonly unanswered = new Map<string, number>();

  get size(): number {
    return this.byId.size;
  }

  get all(): ReadonlyMap<number, PendingReply> {
    return this.byId;
  }

  /** By service, how many requests were given up because no reply came in time, or refused because too many wait. */
  get unansweredByService(): ReadonlyMap<string, number> {
    return this.unanswered;
  }

  add(id: number, pending: PendingReply): void {
    this.byId.set(id, pending);
    pending.preferred?.countSent();
  }

  /** Removes it. Undefined if it was given up already. */
  take(id: number): PendingReply | undefined {
    const pending = this.byId.get(id);
    this.byId.delete(id);
    return pending;
  }

  countUnanswered(service: string): void {
    this.unanswered.set(service, (this.unanswered.get(service) ?? 0) + 1);
  }

  /** Rejects those whose deadline has passed. */
  expire(nowMs: number): void {
    for (const [id, pending] of this.byId) {
      if (pending.deadlineMs > nowMs) continue;
      this.byId.delete(id);
      pending.preferred?.countGivenUp();
      if (!pending.isControl) this.countUnanswered(pending.service);
      pending.reject(serviceUnavailable(pending.service));
    }
  }

  rejectAll(): void {
    for (const pending of this.byId.values()) pending.reject(serviceUnavailable(pending.service));
    this.byId.clear();
  }
}
