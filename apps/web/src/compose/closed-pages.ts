/** Pages send their messages as long as they are open. */
const nameOf = (pageId: string): string => `chat-outbox ${pageId}`;

interface Options {
  readonly pageId: string;
  /** Keys of unsent messages in the storage of the browser. */
  readonly prefix: string;
  readonly pageIdOf: (entry: string) => string | undefined;
  /** Another page has unsent messages, and is closed. */
  readonly onClosed: (pageId: string) => void;
}

/** Notices the end of each page that stores unsent messages. Pages over plain HTTP have no locks: there, the next page finds them. */
export function followPages({ pageId, prefix, pageIdOf, onClosed }: Options): void {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return;
  // Until this page is closed or killed.
  void locks.request(nameOf(pageId), () => new Promise(() => undefined));
  const followed = new Set([pageId]);
  addEventListener('storage', ({ key, newValue }) => {
    const other = key?.startsWith(prefix) && newValue !== null ? pageIdOf(newValue) : undefined;
    if (other === undefined || followed.has(other)) return;
    followed.add(other);
    void locks.request(nameOf(other), () => onClosed(other));
  });
}
