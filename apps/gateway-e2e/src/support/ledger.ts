import type { ApiClient } from './api-client.js';
import { LiveQueue, type WireEvent } from './event-queue.js';

/** One send as its client remembers it. */
export interface RecordedSend {
  readonly content: string;
  readonly localId: string;
  /** Undefined until a success was seen. */
  messageId?: number;
  /** From the first try to the success. */
  waitedMs?: number;
  /** Answers, the last one the success if there was one. */
  readonly answers: string[];
}

/** Between two tries of the same send. */
const RETRY_AFTER_MS = 150;
/** After this a sender stops retrying; the send then counts as unacknowledged. */
const GIVE_UP_AFTER_MS = 60_000;

/**
 * Sends like an app that must not lose messages: repeats each message with the same `local_id` until it is
 * acknowledged. Remembers all sends for the accounting.
 */
export class RecordingSender {
  readonly sends: RecordedSend[] = [];
  private isStopping = false;

  private constructor(
    private readonly client: ApiClient,
    private readonly name: string,
    private readonly queueId: string,
  ) {}

  static async create(client: ApiClient, name: string): Promise<RecordingSender> {
    const { queue_id } = await client.post('/register', { event_types: ['heartbeat'] });
    return new RecordingSender(client, name, queue_id);
  }

  /** Sends one message after the other until `stop()`, or until `count` were sent. */
  async run(stream: string, topic: string, count = Number.POSITIVE_INFINITY): Promise<void> {
    for (let n = 0; n < count && !this.isStopping; n++) {
      await this.send(stream, topic, `${this.name} ${n}`, `${this.name}-${n}`);
    }
  }

  stop(): void {
    this.isStopping = true;
  }

  /** Resolves when so many more sends were acknowledged. */
  async acknowledgedMore(count: number): Promise<void> {
    const acknowledged = () => this.sends.filter(({ messageId }) => messageId !== undefined).length;
    const wanted = acknowledged() + count;
    const deadline = performance.now() + GIVE_UP_AFTER_MS;
    while (acknowledged() < wanted) {
      if (performance.now() > deadline) throw new Error(`${this.name} got fewer than ${count} sends acknowledged.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private async send(stream: string, topic: string, content: string, localId: string): Promise<void> {
    const send: RecordedSend = { content, localId, answers: [] };
    this.sends.push(send);
    const beganAt = performance.now();
    const giveUpAt = beganAt + GIVE_UP_AFTER_MS;
    while (performance.now() < giveUpAt) {
      try {
        const answer = await this.client.call('POST', '/messages', {
          type: 'stream',
          to: stream,
          topic,
          content,
          queue_id: this.queueId,
          local_id: localId,
        });
        send.answers.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        if (answer.status === 200) {
          send.messageId = answer.body.id;
          send.waitedMs = performance.now() - beganAt;
          return;
        }
        if (answer.status !== 503) return;
      } catch (error) {
        send.answers.push((error as Error).message);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
}

export interface Accounting {
  readonly acknowledged: number;
  readonly unacknowledged: RecordedSend[];
  /** Sentences about broken promises; empty if there are none. */
  readonly faults: string[];
}

/**
 * Compares the acknowledgements of senders with the events of queues. Every acknowledged message is in every queue
 * exactly once, in message-id order, with its content; no message is there twice.
 */
export function account(senders: readonly RecordingSender[], queues: readonly LiveQueue[]): Accounting {
  const faults: string[] = [];
  const sends = senders.flatMap((sender) => sender.sends);
  const acknowledged = sends.filter((send) => send.messageId !== undefined);
  const ids = new Set(acknowledged.map((send) => send.messageId));
  if (ids.size !== acknowledged.length) faults.push('Two acknowledged sends have one message id.');
  for (const queue of queues) {
    faults.push(...queue.violations.map((violation) => `${queue.queueId}: ${violation}`));
    faults.push(...accountQueue(acknowledged, queue));
  }
  return { acknowledged: acknowledged.length, unacknowledged: sends.filter((send) => !send.messageId), faults };
}

function accountQueue(acknowledged: readonly RecordedSend[], queue: LiveQueue): string[] {
  const faults: string[] = [];
  const messages = queue.ofType('message');
  const arrived = new Map<number, WireEvent>();
  const contents = new Set<string>();
  let lastMessageId = 0;
  for (const event of messages) {
    const { id, content } = event.message;
    if (arrived.has(id)) faults.push(`${queue.queueId}: message ${id} came twice.`);
    if (contents.has(content)) faults.push(`${queue.queueId}: "${content}" came as two messages.`);
    if (id <= lastMessageId) faults.push(`${queue.queueId}: message ${id} came after ${lastMessageId}.`);
    lastMessageId = id;
    arrived.set(id, event);
    contents.add(content);
  }
  for (const send of acknowledged) {
    const event = arrived.get(send.messageId as number);
    if (!event) faults.push(`${queue.queueId}: acknowledged message ${send.messageId} never came.`);
    else if (event.message.content !== send.content)
      faults.push(`${queue.queueId}: ${send.messageId} is another message.`);
  }
  return faults;
}

/**
 * Waits until every queue has every acknowledged message or the time is over; then the accounting reports the missing
 * ones.
 */
export async function waitForArrival(
  senders: readonly RecordingSender[],
  queues: readonly LiveQueue[],
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const wanted = senders.flatMap((sender) => sender.sends).flatMap((send) => send.messageId ?? []);
    const isComplete = queues.every((queue) => {
      const got = new Set(queue.ofType('message').map((event) => event.message.id));
      return wanted.every((id) => got.has(id));
    });
    if (isComplete) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
