import { useEffect, useEffectEvent } from 'react';
import { type Address, go } from '../addresses/index.js';
import { usePageClient } from '../client/index.js';
import { useText } from '../languages/index.js';
import { conversationAddress } from '../message/conversation.js';
import { namesOf } from '../names/index.js';
import { isWatched } from '../read-marking/index.js';
import { useIconCount } from '../unread/index.js';
import { cardOf } from './card.js';
import { showCard } from './desktop.js';
import { Notifier } from './notifier.js';
import { NotifyingTab } from './notifying-tab.js';
import { isOnScreen } from './on-screen.js';
import { playSound } from './sounds.js';

interface Props {
  /** The view in this window. */
  readonly address: Address | undefined;
}

/** Notifies about messages that come, and counts the unread ones on the icon. Draws nothing. */
export default function Notifications({ address }: Props) {
  const { changes, queueId } = usePageClient();
  const { client } = changes;
  const text = useText();
  const isShown = useEffectEvent((messageId: number) => isOnScreen(client, address, messageId));
  const card = useEffectEvent((message: Parameters<typeof cardOf>[1]) => cardOf(client.state, message, text));
  useIconBadge();
  useEffect(() => {
    const tab = new NotifyingTab(navigator.locks);
    const notifier = new Notifier({
      client,
      notifies: () => tab.isChosen,
      isOnScreen: ({ id }) => isShown(id),
      cardOf: (message) => card(message),
      show: showCard,
      play: playSound,
      openMessage: (message) =>
        go(conversationAddress(message, client.state.field('user_id') as number, message.id), {
          names: namesOf(client),
        }),
    });
    let isFollowing = false;
    /** A new tab misses messages until it follows the queue, so until then another one notifies. */
    const follow = () => {
      if (isFollowing || queueId() === undefined) return;
      isFollowing = true;
      if (isWatched()) tab.focused();
    };
    const ends = [tab.start(), notifier.start(), client.onChange(follow)];
    const ending = new AbortController();
    addEventListener('focus', () => isFollowing && tab.focused(), { signal: ending.signal });
    // A notification of a closed tab could open nothing.
    addEventListener('pagehide', () => end(), { signal: ending.signal });
    follow();
    const end = () => {
      ending.abort();
      for (const endOne of ends) endOne();
    };
    return end;
  }, [client, queueId]);
  return null;
}

/** On systems that have it. */
function useIconBadge(): void {
  const count = useIconCount();
  useEffect(() => {
    const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    // Only installed pages have an icon.
    change?.catch(() => undefined);
  }, [count]);
}
