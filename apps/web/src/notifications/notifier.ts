import { type ChatClient, eventFields, type Message, type WireEvent } from '@chat/chat-client';
import { type Alert, alertFor } from './alert-rules.js';
import type { Card } from './card.js';
import type { SettledMessages } from './settled-messages.js';

/** A notification on the desktop. */
export interface ShownCard {
  close(): void;
}

/** A notification that an earlier page may have shown. */
export interface LeftCard {
  readonly tag: string;
  readonly messageId: number;
  readonly card: ShownCard;
}

export interface NotifierOptions {
  readonly client: ChatClient;
  /** Whether this tab is the one that notifies. */
  readonly notifies: () => boolean;
  /** The same, from the browser itself: another tab may have become the one while this tab was blocked. */
  readonly stillNotifies: () => Promise<boolean>;
  /** Whether the reader looks at the message in this window. */
  readonly isOnScreen: (message: Message) => boolean;
  readonly cardOf: (message: Message) => Card;
  /** Undefined if the system or the reader allows none. */
  readonly show: (card: Card, message: Message) => ShownCard | undefined;
  readonly left: () => Promise<readonly LeftCard[]>;
  readonly play: (sound: string) => void;
  readonly settled: SettledMessages;
}

/** Many messages at once make one sound. */
const QUIET_AFTER_SOUND_MS = 2_000;
/** An event reaches all tabs within this time. */
const EVENT_SPREAD_MS = 10_000;
const MAX_LEFT = 50;

/** Notifies about arriving messages, once for each conversation, until they are read anywhere. */
export class Notifier {
  private readonly shown = new Map<string, { readonly messageId: number; readonly card: ShownCard }>();
  private lastSoundMs = Number.NEGATIVE_INFINITY;
  /** The newest messages that came while another tab notified. */
  private leftToOthers: readonly { readonly message: Message; readonly cameMs: number }[] = [];
  private isEnded = false;

  constructor(private readonly options: NotifierOptions) {}

  /** Returns the end of it, which closes all notifications. */
  start(): () => void {
    const { client } = this.options;
    const ends = [
      client.onEvent((event) => this.came(event)),
      client.onChange((changes) => changes.has('unread') && this.closeRead()),
    ];
    return () => {
      this.isEnded = true;
      for (const end of ends) end();
      for (const { card } of this.shown.values()) card.close();
      this.shown.clear();
    };
  }

  /**
   * Closes the notifications of other pages, too, from now on: they stay when their page is closed or killed. Notifies about messages
   * that came to this tab too early, and to the earlier one too late.
   */
  async takeOver(): Promise<void> {
    for (const { tag, messageId, card } of await this.options.left()) {
      if ((this.shown.get(tag)?.messageId ?? 0) < messageId) this.shown.set(tag, { messageId, card });
    }
    if (this.options.notifies()) this.alertMissed();
    this.closeRead();
  }

  private alertMissed(): void {
    const { unread } = this.options.client.state;
    const sinceMs = Date.now() - EVENT_SPREAD_MS;
    const left = this.leftToOthers.filter(({ cameMs }) => cameMs >= sinceMs);
    this.leftToOthers = [];
    for (const { message } of left) if (unread?.has(message.id) === true) void this.alert(message);
  }

  private came(event: WireEvent): void {
    const came = eventFields(event, 'message');
    if (came === undefined) return;
    const message = { ...came.message, flags: came.flags };
    if (this.options.notifies()) void this.alert(message);
    else this.leaveToOthers(message);
  }

  private leaveToOthers(message: Message): void {
    this.leftToOthers = [...this.leftToOthers, { message, cameMs: Date.now() }].slice(-MAX_LEFT);
  }

  private async alert(message: Message): Promise<void> {
    const { client, isOnScreen, settled, stillNotifies } = this.options;
    const { shows, sounds }: Alert = alertFor(client.state, message);
    if (!(shows || sounds) || settled.has(message.id)) return;
    if (!(await stillNotifies())) return this.leaveToOthers(message);
    // In the meantime the message may be read, or another tab may have notified about it.
    if (this.isEnded || client.state.unread?.has(message.id) !== true || settled.has(message.id)) return;
    settled.add(message.id);
    if (isOnScreen(message)) return;
    if (shows) this.show(message);
    if (sounds) this.play();
  }

  private show(message: Message): void {
    const card = this.options.cardOf(message);
    const shown = this.options.show(card, message);
    if (shown !== undefined) this.shown.set(card.tag, { messageId: message.id, card: shown });
  }

  private play(): void {
    const now = Date.now();
    if (now - this.lastSoundMs < QUIET_AFTER_SOUND_MS) return;
    this.lastSoundMs = now;
    this.options.play(this.options.client.state.field('user_settings')?.notification_sound ?? '');
  }

  private closeRead(): void {
    const { unread } = this.options.client.state;
    for (const [tag, { messageId, card }] of this.shown) {
      if (unread?.has(messageId) === true) continue;
      this.shown.delete(tag);
      card.close();
    }
  }
}
