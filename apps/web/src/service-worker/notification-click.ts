import type { ClickTarget, PageMessage } from './page-message.js';
import type { WorkerClient, WorkerClients, WorkerNotificationEvent } from './worker-scope.js';

/** The time in which an open page takes a click; a browser lets a worker open a page only some seconds after it. */
const OPEN_PAGE_MS = 2_000;
/** A page that is opened has to load the client. */
const NEW_PAGE_MS = 20_000;
/** A page that starts does not listen yet. */
const REPEAT_MS = 250;

export interface ClickParts {
  readonly clients: WorkerClients;
  readonly newLocalId: () => string;
  /** Shows a text that no page took, so that it is not lost. */
  readonly showUnsent: (target: ClickTarget, content: string) => Promise<void>;
}

type Click = Pick<WorkerNotificationEvent, 'notification' | 'reply'>;

/**
 * Hands a click on a notification, or the text of its reply field, to the page that was used last, else to a new one. A page may get it
 * more than once, and so may two pages: the key of a reply is the same each time, so it is sent once.
 */
export async function passOn({ notification, reply }: Click, parts: ClickParts): Promise<void> {
  const target = notification.data;
  const content = reply?.trim() ?? '';
  const message: PageMessage = {
    kind: 'notification-click',
    target,
    ...(content !== '' && { reply: { content, localId: parts.newLocalId() } }),
  };
  const isTaken = (await toOpenPage(message, parts.clients)) || (await toNewPage(message, parts.clients));
  notification.close();
  if (!isTaken && content !== '') await parts.showUnsent(target, content);
}

async function toOpenPage(message: PageMessage, clients: WorkerClients): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = windows.find(({ url }) => new URL(url).pathname === '/');
  if (page === undefined) return false;
  // A reply needs no window; a browser that does not bring it to the front still shows the conversation in it.
  if (message.reply === undefined) await page.focus().catch(() => undefined);
  return isTakenBy(page, message, OPEN_PAGE_MS);
}

async function toNewPage(message: PageMessage, clients: WorkerClients): Promise<boolean> {
  const page = await clients.openWindow(`/${message.target.fragment}`).catch(() => null);
  if (page === null) return false;
  return message.reply === undefined || isTakenBy(page, message, NEW_PAGE_MS);
}

async function isTakenBy(page: WorkerClient, message: PageMessage, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += REPEAT_MS) if (await answers(page, message)) return true;
  return false;
}

function answers(page: WorkerClient, message: PageMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, REPEAT_MS, false);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
