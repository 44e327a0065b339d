import type { Card } from './card.js';
import type { ShownCard } from './notifier.js';

/** `missing`: the browser has no notifications, or not for this page. */
export type Permission = NotificationPermission | 'missing';

const hasNotifications = (): boolean => 'Notification' in globalThis && isSecureContext;

export const permission = (): Permission => (hasNotifications() ? Notification.permission : 'missing');

/** Only for an act of the reader: browsers ignore other requests. */
export const askForPermission = async (): Promise<Permission> =>
  hasNotifications() ? Notification.requestPermission() : 'missing';

/** The page plays sounds itself, so notifications are silent. */
export function showCard({ tag, title, body, icon }: Card, onClick: () => void, onGone: () => void) {
  if (permission() !== 'granted') return undefined;
  const options = {
    tag,
    body,
    silent: true,
    renotify: true,
    dir: 'auto',
    ...(icon !== undefined && { icon }),
  } as const;
  let notification: Notification;
  try {
    notification = new Notification(title, options);
  } catch {
    // Browsers of phones have notifications of service workers only.
    return undefined;
  }
  notification.onclick = () => {
    notification.close();
    window.focus();
    onClick();
  };
  notification.onclose = onGone;
  return notification as ShownCard;
}
