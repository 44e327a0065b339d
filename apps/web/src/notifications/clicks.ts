import type { ChatClient, Message } from '@chat/chat-client';
import { type AddressNames, addressOf, fragmentOf, go } from '../addresses/index.js';
import { conversationAddress, destinationOfReply } from '../message/conversation.js';
import type { Outbox } from '../sending/index.js';
import type { ClickTarget, PageMessage } from '../service-worker/page-message.js';

export function targetOf({ state }: ChatClient, message: Message, names: AddressNames): ClickTarget {
  const userId = state.field('user_id') as number;
  return {
    userId,
    messageId: message.id,
    fragment: fragmentOf(conversationAddress(message, userId, message.id), names),
    destination: destinationOfReply(message, userId),
    queueId: String(state.field('queue_id') ?? 'none'),
  };
}

interface Parts {
  readonly userId: number;
  readonly outbox: Outbox;
  readonly open: (fragment: string) => void;
}

/** Sends the reply of a notification, or opens its conversation. False: this page does not take it, so another one must. */
export function takeClick({ target, reply }: PageMessage, { userId, outbox, open }: Parts): boolean {
  if (target.userId !== userId) return false;
  if (reply === undefined) {
    open(target.fragment);
    return true;
  }
  if (outbox.isFull) return false;
  const key = { localId: reply.localId, queueId: target.queueId };
  outbox.add(target.destination, reply.content, { key, seenId: target.messageId });
  return true;
}

/** Takes clicks that the service worker passes on. Returns the end of it. */
export function followClicks({ state }: ChatClient, outbox: Outbox, names: AddressNames): () => void {
  const open = (fragment: string) => {
    const address = addressOf(fragment);
    if (address !== undefined) go(address, { names });
  };
  const parts = { userId: state.field('user_id') as number, outbox, open };
  const onMessage = ({ data, ports }: MessageEvent) => {
    if (data?.kind === 'notification-click' && takeClick(data, parts)) ports[0]?.postMessage('taken');
  };
  const ending = new AbortController();
  navigator.serviceWorker?.addEventListener('message', onMessage, { signal: ending.signal });
  return () => ending.abort();
}
