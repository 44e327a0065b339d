import type { ApiClient } from './api-client.js';
import type { LiveQueue } from './event-queue.js';

/** One send as its client remembers it. */
export interface RecordedSend {
  readonly content: string;
  readonly localId: string;
  /** Undefined until a success was seen. */
  messageId?: number;
  /** Time from the first try to the success. */
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
    /** Pause between two messages of `run`. */
    public pauseMs: number,
  ) {}

  static async create(client: ApiClient, name: string, pauseMs = 0): Promise<RecordingSender> {
    const { queue_id } = await client.post('/register', { event_types: ['heartbeat'] });
    return new RecordingSender(client, name, queue_id, pauseMs);
  }

  /** Sends one message after the other until `stop()`, or until `count` were sent. */
  async run(stream: string, topic: string, count = Number.POSITIVE_INFINITY): Promise<void> {
    for (let n = 0; n < count && !this.isStopping; n++) {
      await this.sendNext(stream, topic);
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }

  /** Resolves when the message is acknowledged, or given up. */
  sendNext(stream: string, topic: string): Promise<void> {
    const n = this.sends.length;
    return this.send(stream, topic, `${this.name} ${n}`, `${this.name}-${n}`);
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

/** A message that a queue must have. */
export interface ExpectedMessage {
  readonly messageId: number;
  readonly content: string;
}

/** A broken promise of one queue. */
export interface QueueFault {
  readonly kind: 'missing' | 'repeated' | 'out of order' | 'id given twice';
  readonly sentence: string;
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
  const acknowledged = acknowledgedOf(sends);
  const ids = new Set(acknowledged.map(({ messageId }) => messageId));
  if (ids.size !== acknowledged.length) faults.push('Two acknowledged sends have one message id.');
  for (const queue of queues) {
    faults.push(...queue.violations.map((violation) => `${queue.queueId}: ${violation}`));
    const messages = queue.ofType('message').map(({ message }) => message);
    const found = accountMessages(acknowledged, messages);
    faults.push(...found.map(({ sentence }) => `${queue.queueId}: ${sentence}`));
  }
  return { acknowledged: acknowledged.length, unacknowledged: sends.filter((send) => !send.messageId), faults };
}

export const acknowledgedOf = (sends: readonly RecordedSend[]): ExpectedMessage[] =>
  sends.flatMap(({ messageId, content }) => (messageId === undefined ? [] : [{ messageId, content }]));

/** Compares the messages of one queue, in the order of their events, with the messages that it must have. */
export function accountMessages(
  expected: readonly ExpectedMessage[],
  messages: readonly { readonly id: number; readonly content: string }[],
): QueueFault[] {
  const faults: QueueFault[] = [];
  const report = (kind: QueueFault['kind'], sentence: string) => faults.push({ kind, sentence });
  const arrived = new Map<number, string>();
  const contents = new Set<string>();
  let lastMessageId = 0;
  for (const { id, content } of messages) {
    if (arrived.has(id)) report('repeated', `message ${id} came twice.`);
    else if (contents.has(content)) report('repeated', `"${content}" came as two messages.`);
    else if (id <= lastMessageId) report('out of order', `message ${id} came after ${lastMessageId}.`);
    lastMessageId = id;
    arrived.set(id, content);
    contents.add(content);
  }
  for (const { messageId, content } of expected) {
    const found = arrived.get(messageId);
    if (found === undefined) report('missing', `message ${messageId} never came.`);
    else if (found !== content) report('id given twice', `${messageId} is another message.`);
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
