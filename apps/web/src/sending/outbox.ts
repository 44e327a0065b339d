import { type Destination, destinationKey } from './destination.js';
import type { OutgoingKey, OutgoingMessage } from './outgoing-message.js';
import { outcomeOf, type SendOutcome, type SendResponse } from './send-outcome.js';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Messages that wait for the network. */
export const MAX_OUTGOING = 500;

export interface OutboxParts {
  /** Rejects if no response came. */
  readonly send: (message: OutgoingMessage) => Promise<SendResponse>;
  /** Where the conversation of the message is now. If the message has waited, events may be missing. Rejects if no response came. */
  readonly placeOf: (message: OutgoingMessage, hasWaited: boolean) => Promise<Destination>;
  /** A message of the conversation that the writer sees. */
  readonly seenIn: (destination: Destination) => number | undefined;
  /** Survives a reload. */
  readonly load: () => readonly OutgoingMessage[];
  readonly save: (messages: readonly OutgoingMessage[]) => void;
  /** Names this page among those of the browser. */
  readonly pageId: string;
  readonly queueId: () => string;
  readonly newLocalId: () => string;
  readonly nowMs: () => number;
  /** Resolves after the time, or when `wake` was called. */
  readonly pause: (ms: number) => Promise<void>;
  /** Between 0 and 1. */
  readonly random: () => number;
}

interface AddOptions {
  readonly key?: OutgoingKey;
  readonly seenId?: number | undefined;
}

/**
 * Messages on their way. They are sent one after the other in the order of writing; each is repeated with the same key until the
 * server has said yes or no. A refused one stays until its writer decides, and holds up no other. If its topic moves meanwhile, a message
 * goes along.
 */
export class Outbox {
  private messages: readonly OutgoingMessage[];
  private readonly listeners = new Set<() => void>();
  private isRunning = false;
  /** A send has failed, or an earlier page left the messages. So their conversations may have moved since. */
  private hasWaited: boolean;

  constructor(private readonly parts: OutboxParts) {
    this.messages = [];
    this.hasWaited = false;
    this.takeOver(parts.load());
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

  /** A text that may be given more than once brings its key, and is added once. A reply brings the message to which it belongs. */
  add(
    destination: Destination,
    content: string,
    { key = this.newKey(), seenId = this.parts.seenIn(destination) }: AddOptions = {},
  ): OutgoingMessage {
    const known = this.messages.find(({ localId }) => localId === key.localId);
    if (known !== undefined) return known;
    const message: OutgoingMessage = {
      ...key,
      destination,
      seenId,
      content,
      pageId: this.parts.pageId,
      writtenAtMs: this.parts.nowMs(),
      state: 'waiting',
    };
    this.replace([...this.messages, message]);
    this.run();
    return message;
  }

  /** Messages of a page that is closed. Call `run` to send them. */
  takeOver(messages: readonly OutgoingMessage[]): void {
    const known = new Set(this.messages.map(({ localId }) => localId));
    const { pageId } = this.parts;
    const taken = messages.filter(({ localId }) => !known.has(localId)).map((message) => ({ ...message, pageId }));
    if (taken.length === 0) return;
    this.hasWaited = true;
    this.replace([...this.messages, ...taken].sort((one, other) => one.writtenAtMs - other.writtenAtMs));
  }

  /** The topic moved as a whole: its messages on their way go along. */
  move(from: Destination, to: Destination): void {
    const key = destinationKey(from);
    this.moveThose(({ destination }) => destinationKey(destination) === key, to);
  }

  /** The message of the server stands in its place. */
  confirm(localId: string): void {
    if (this.messages.some((message) => message.localId === localId)) this.remove(localId);
  }

  /** Sends a refused message again, as a new one. */
  repeat(localId: string): void {
    const refused = this.remove(localId);
    this.hasWaited = true;
    if (refused !== undefined) this.add(refused.destination, refused.content, { seenId: refused.seenId });
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
      if (message === undefined) {
        this.hasWaited = false;
        return;
      }
      const outcome = await this.attempt(message);
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
      this.hasWaited = true;
      // Half of the delay is random, so that thousands of clients do not return together.
      await this.parts.pause(outcome.retryAfterMs ?? delayMs * (0.5 + this.parts.random() / 2));
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    }
  }

  private async attempt(message: OutgoingMessage): Promise<SendOutcome> {
    try {
      const place = await this.parts.placeOf(message, this.hasWaited);
      // Unless an event has moved it since. Others that saw the same message go along.
      const isHere = ({ destination, seenId }: OutgoingMessage) =>
        seenId === message.seenId && destinationKey(destination) === destinationKey(message.destination);
      if (place !== message.destination) this.moveThose(isHere, place);
      const { destination = place } = this.messages.find(({ localId }) => localId === message.localId) ?? {};
      return outcomeOf(await this.parts.send({ ...message, destination }));
    } catch {
      return outcomeOf(undefined);
    }
  }

  private moveThose(isMoved: (message: OutgoingMessage) => boolean, to: Destination): void {
    if (!this.messages.some(isMoved)) return;
    this.replace(this.messages.map((message) => (isMoved(message) ? { ...message, destination: to } : message)));
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
