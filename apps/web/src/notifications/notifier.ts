import type { ChatClient, Message, WireEvent } from '@chat/chat-client';
import { type Alert, alertFor } from './alert-rules.js';
import type { Card } from './card.js';

/** A notification on the desktop. */
export interface ShownCard {
  close(): void;
}

export interface NotifierOptions {
  readonly client: ChatClient;
  /** Whether this tab is the one that notifies. */
  readonly notifies: () => boolean;
  /** Whether the reader looks at the message in this window. */
  readonly isOnScreen: (message: Message) => boolean;
  readonly cardOf: (message: Message) => Card;
  /** Undefined if the system or the reader allows none. `onGone`: closed by the reader, or replaced. */
  readonly show: (card: Card, onClick: () => void, onGone: () => void) => ShownCard | undefined;
  readonly play: (sound: string) => void;
  readonly openMessage: (message: Message) => void;
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
    const { cardOf, show, openMessage } = this.options;
    const card = cardOf(message);
    const isThis = () => this.shown.get(card.tag)?.messageId === message.id;
    const onGone = () => isThis() && this.shown.delete(card.tag);
    const shown = show(card, () => openMessage(message), onGone);
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
