import type { TabChannel, TabLock } from './tab-message.js';

const NAME = 'chat-event-queue';

export const browserChannel = (): TabChannel => new BroadcastChannel(NAME) as TabChannel;

/** Without Web Locks (a page over plain HTTP, other than of this computer) each tab polls on its own. */
export const browserLock: TabLock = {
  hold(lead) {
    if (navigator.locks === undefined) void lead();
    else void navigator.locks.request(NAME, lead);
  },
};
