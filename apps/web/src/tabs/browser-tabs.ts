import { ChannelLock, type LockChannel } from './channel-lock.js';
import type { TabChannel, TabLock } from './tab-message.js';

const NAME = 'chat-event-queue';

export const browserChannel = (): TabChannel => new BroadcastChannel(NAME) as TabChannel;

/** Web Locks; by messages where the browser has none, for a page over plain HTTP, other than of this computer. */
export function browserLock(): TabLock {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks !== undefined)
    return { hold: (lead) => void locks.request(NAME, () => lead(new AbortController().signal)) };
  const lock = new ChannelLock(new BroadcastChannel(`${NAME}-leader`) as LockChannel);
  addEventListener('pagehide', () => lock.release());
  return lock;
}
