import type { ChatClient, Message, WireEvent } from '@chat/chat-client';
import { type Alert, alertFor } from './alert-rules.js';
import type { Card } from './card.js';

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
  /** Whether the reader looks at the message in this window. */
  readonly isOnScreen: (message: Message) => boolean;
  readonly cardOf: (message: Message) => Card;
  /** Undefined if the system or the reader allows none. */
  readonly show: (card: Card, message: Message) => ShownCard | undefined;
  readonly left: () => Promise<readonly LeftCard[]>;
  readonly play: (sound: string) => void;
}

/** Many messages at once make one sound. */
const QUIET_AFTER_SOUND_MS = 2_000;

/** Notifies about arriving messages, once for each conversation, until they are read anywhere. */
export class Notifier {
  private readonly shown = new Map<string, { readonly messageId: number; readonly card: ShownCard }>();
  private lastSoundMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: NotifierOptions) {}

  /** Returns the end of it, which closes all notifications. */
  start(): () => void {
    const { client } = this.options;
    const ends = [
      client.onEvent((event) => this.came(event)),
      client.onChange((changes) => changes.has('unread') && this.closeRead()),
    ];
    return () => {
      for (const end of ends) end();
      for (const { card } of this.shown.values()) card.close();
      this.shown.clear();
    };
  }

  /** Closes the notifications of other pages, too, from now on: they stay when their page is closed or killed. */
  async takeOver(): Promise<void> {
    for (const { tag, messageId, card } of await this.options.left()) {
      if ((this.shown.get(tag)?.messageId ?? 0) < messageId) this.shown.set(tag, { messageId, card });
    }
    this.closeRead();
  }

  private came(event: WireEvent): void {
    if (event.type !== 'message' || !this.options.notifies()) return;
    const { message, flags } = event as unknown as { message: Message; flags: Message['flags'] };
    this.alert({ ...message, flags });
  }

  private alert(message: Message): void {
    const { client, isOnScreen } = this.options;
    const { shows, sounds }: Alert = alertFor(client.state, message);
    if (!(shows || sounds) || isOnScreen(message)) return;
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
