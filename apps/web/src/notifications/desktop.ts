import type { Language } from '../languages/index.js';
import type { ClickTarget } from '../service-worker/page-message.js';
import type { Card } from './card.js';
import type { LeftCard, ShownCard } from './notifier.js';

/** `missing`: the browser has no notifications, or not for this page. */
export type Permission = NotificationPermission | 'missing';

const hasNotifications = (): boolean => 'Notification' in globalThis && navigator.serviceWorker !== undefined;

export const permission = (): Permission => (hasNotifications() ? Notification.permission : 'missing');

/** Only for an act of the reader: browsers ignore other requests. */
export const askForPermission = async (): Promise<Permission> =>
  hasNotifications() ? Notification.requestPermission() : 'missing';

/**
 * Shows a notification of the service worker, the only kind that phones have. The worker takes its clicks, also after the end of this
 * page. The page plays sounds itself, so notifications are silent.
 */
export function showCard(card: Card, target: ClickTarget, text: Language['text']): ShownCard | undefined {
  if (permission() !== 'granted') return undefined;
  const { tag, title, body, icon } = card;
  const options = {
    tag,
    body,
    silent: true,
    renotify: true,
    dir: 'auto',
    data: target,
    actions: replyField(text),
    ...(icon !== undefined && { icon }),
  } as const;
  const shown = navigator.serviceWorker.ready.then((worker) => worker.showNotification(title, options));
  // A browser that refuses it shows none.
  const settled = shown.catch(() => undefined);
  return { close: () => void settled.then(() => closeCard(tag, target.messageId)) };
}

/** Where the system has no field, its button opens the conversation. */
function replyField(text: Language['text']): readonly object[] {
  const { maxActions } = Notification as { readonly maxActions?: number };
  if (maxActions === undefined || maxActions < 1) return [];
  return [
    {
      action: 'reply',
      type: 'text',
      title: text('notifications.reply'),
      placeholder: text('notifications.reply_hint'),
    },
  ];
}

async function closeCard(tag: string, messageId: number): Promise<void> {
  for (const card of await leftCards()) if (card.tag === tag && card.messageId === messageId) card.card.close();
}

/** All notifications of the client that are on the desktop, also those of other pages. */
export async function leftCards(): Promise<readonly LeftCard[]> {
  if (permission() !== 'granted') return [];
  const worker = await navigator.serviceWorker.ready;
  const notifications = await worker.getNotifications().catch(() => []);
  return notifications.map((card) => ({ tag: card.tag, messageId: (card.data as ClickTarget).messageId, card }));
}
