import { useEffect, useEffectEvent } from 'react';
import type { Address } from '../addresses/index.js';
import { usePageClient } from '../client/index.js';
import { writingOf } from '../compose/index.js';
import { useText } from '../languages/index.js';
import { namesOf } from '../names/index.js';
import { isWatched } from '../read-marking/index.js';
import { useIconCount } from '../unread/index.js';
import { cardOf } from './card.js';
import { followClicks, targetOf } from './clicks.js';
import { leftCards, showCard } from './desktop.js';
import { Notifier, type NotifierOptions } from './notifier.js';
import { NotifyingTab } from './notifying-tab.js';
import { isOnScreen } from './on-screen.js';
import { StoredSettledMessages } from './settled-messages.js';
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
  const show = useEffectEvent((...[shown, message]: Parameters<NotifierOptions['show']>) =>
    showCard(shown, targetOf(client, message, namesOf(client)), text),
  );
  useIconBadge();
  useEffect(() => followClicks(client, writingOf(client).outbox, namesOf(client)), [client]);
  useEffect(() => {
    const tab = new NotifyingTab(navigator.locks, () => takeOver());
    const notifier = new Notifier({
      client,
      notifies: () => tab.isChosen,
      stillNotifies: () => tab.isStillChosen(),
      isOnScreen: ({ id }) => isShown(id),
      cardOf: (message) => card(message),
      show: (shown, message) => show(shown, message),
      left: leftCards,
      play: playSound,
      settled: new StoredSettledMessages(),
    });
    let isFollowing = false;
    /** Before this tab follows the queue, it does not know the messages that are read. */
    const takeOver = () => {
      if (isFollowing && tab.isChosen) void notifier.takeOver();
    };
    /** A new tab misses messages until it follows the queue, so until then another one notifies. */
    const follow = () => {
      if (isFollowing || queueId() === undefined) return;
      isFollowing = true;
      if (isWatched()) tab.focused();
      takeOver();
    };
    const ends = [tab.start(), notifier.start(), client.onChange(follow)];
    const ending = new AbortController();
    addEventListener('focus', () => isFollowing && tab.focused(), { signal: ending.signal });
    follow();
    return () => {
      ending.abort();
      for (const end of ends) end();
    };
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
