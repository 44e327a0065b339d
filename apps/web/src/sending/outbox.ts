import type { Destination } from './destination.js';
import type { OutgoingKey, OutgoingMessage } from './outgoing-message.js';
import { outcomeOf, type SendResponse } from './send-outcome.js';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Messages that wait for the network. */
export const MAX_OUTGOING = 500;

export interface OutboxParts {
  /** Rejects if no response came. */
  readonly send: (message: OutgoingMessage) => Promise<SendResponse>;
  /** Survives a reload. */
  readonly load: () => readonly OutgoingMessage[];
  readonly save: (messages: readonly OutgoingMessage[]) => void;
  readonly queueId: () => string;
  readonly newLocalId: () => string;
  readonly nowMs: () => number;
  /** Resolves after the time, or when `wake` was called. */
  readonly pause: (ms: number) => Promise<void>;
  /** Between 0 and 1. */
  readonly random: () => number;
}

/**
 * Messages on their way. They are sent one after the other in the order of writing; each is repeated with the same key until the
 * server has said yes or no. A refused one stays until its writer decides, and holds up no other.
 */
export class Outbox {
  private messages: readonly OutgoingMessage[];
  private readonly listeners = new Set<() => void>();
  private isRunning = false;

  constructor(private readonly parts: OutboxParts) {
    this.messages = parts.load();
  }

  /** The same list until it changes. */
  readonly snapshot = (): readonly OutgoingMessage[] => this.messages;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get isFull(): boolean {
    return this.messages.length >= MAX_OUTGOING;
  }

  /** A text that may be given more than once brings its key, and is added once. */
  add(destination: Destination, content: string, key: OutgoingKey = this.newKey()): OutgoingMessage {
    const known = this.messages.find(({ localId }) => localId === key.localId);
    if (known !== undefined) return known;
    const message: OutgoingMessage = {
      ...key,
      destination,
      content,
      writtenAtMs: this.parts.nowMs(),
      state: 'waiting',
    };
    this.replace([...this.messages, message]);
    this.run();
    return message;
  }

  /** The message of the server stands in its place. */
  confirm(localId: string): void {
    if (this.messages.some((message) => message.localId === localId)) this.remove(localId);
  }

  /** Sends a refused message again, as a new one. */
  repeat(localId: string): void {
    const refused = this.remove(localId);
    if (refused !== undefined) this.add(refused.destination, refused.content);
  }

  /** Takes out a message that the server does not have: to edit it, or to drop it. */
  take(localId: string): OutgoingMessage | undefined {
    return this.messages.some((message) => message.localId === localId && message.state === 'refused')
      ? this.remove(localId)
      : undefined;
  }

  /** Sends the waiting messages: at the start, when the network returns, after a sign-in. */
  run(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    void this.sendAll().finally(() => {
      this.isRunning = false;
    });
  }

  private newKey(): OutgoingKey {
    return { localId: this.parts.newLocalId(), queueId: this.parts.queueId() };
  }

  private async sendAll(): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    for (;;) {
      const message = this.messages.find(({ state }) => state === 'waiting');
      if (message === undefined) return;
      const outcome = outcomeOf(await this.parts.send(message).catch(() => undefined));
      if (outcome.kind === 'signed-out') return;
      if (outcome.kind !== 'unsure') {
        delayMs = FIRST_DELAY_MS;
        this.settle(
          message,
          outcome.kind === 'sent'
            ? { state: 'sent', messageId: outcome.messageId }
            : { state: 'refused', reason: outcome.reason },
        );
        continue;
      }
      // Half of the delay is random, so that thousands of clients do not return together.
      await this.parts.pause(outcome.retryAfterMs ?? delayMs * (0.5 + this.parts.random() / 2));
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    }
  }

  private settle({ localId }: OutgoingMessage, change: Partial<OutgoingMessage>): void {
    this.replace(this.messages.map((message) => (message.localId === localId ? { ...message, ...change } : message)));
  }

  private remove(localId: string): OutgoingMessage | undefined {
    const found = this.messages.find((message) => message.localId === localId);
    this.replace(this.messages.filter((message) => message !== found));
    return found;
  }

  private replace(messages: readonly OutgoingMessage[]): void {
    this.messages = messages;
    this.parts.save(messages.filter(({ state }) => state !== 'sent'));
    for (const listener of this.listeners) listener();
  }
}
