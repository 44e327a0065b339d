import type { Destination } from '../sending/index.js';

/** The conversation of a notification, stored with it by the page. */
export interface ClickTarget {
  /** A page of another account must not take the click. */
  readonly userId: number;
  readonly messageId: number;
  /** The message in its conversation: `#narrow/...`. */
  readonly fragment: string;
  readonly destination: Destination;
  /** With the `localId` of a reply the key by which the server stores it once. */
  readonly queueId: string;
}

/** A click on a notification. The page that takes it answers through the port of the message. */
export interface PageMessage {
  readonly kind: 'notification-click';
  readonly target: ClickTarget;
  /** The text of the reply field. */
  readonly reply?: { readonly content: string; readonly localId: string };
}
