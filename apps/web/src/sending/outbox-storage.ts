import type { OutgoingMessage } from './outgoing-message.js';

type KeyStore = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Unsent messages in a storage of the browser: an entry for each, so that tabs do not overwrite each other's. Without a storage, or with a
 * full one, they live as long as the page.
 */
export function outboxStorage(store: KeyStore | undefined, prefix: string) {
  /** Entries of messages that this tab sends. */
  const own = new Set<string>();
  return {
    /** All messages, or those of one page. */
    load(pageId?: string): readonly OutgoingMessage[] {
      const messages = namesIn(store, prefix)
        .flatMap((name) => outgoingIn(store?.getItem(name)) ?? [])
        .filter((message) => pageId === undefined || message.pageId === pageId);
      for (const { localId } of messages) own.add(prefix + localId);
      return messages.sort((one, other) => one.writtenAtMs - other.writtenAtMs);
    },
    save(messages: readonly OutgoingMessage[]): void {
      const entries = new Map(messages.map((message) => [prefix + message.localId, JSON.stringify(message)]));
      for (const name of own) if (!entries.has(name)) store?.removeItem(name);
      own.clear();
      for (const [name, text] of entries) {
        own.add(name);
        write(store, name, text);
      }
    },
  };
}

/** Lists before it reads: the length changes while other tabs write. */
function namesIn(store: KeyStore | undefined, prefix: string): string[] {
  const names = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  return names.filter((name) => name.startsWith(prefix));
}

function write(store: KeyStore | undefined, name: string, text: string): void {
  try {
    if (store?.getItem(name) !== text) store?.setItem(name, text);
  } catch {
    // The storage is full.
  }
}

export function outgoingIn(text: string | null | undefined): OutgoingMessage | undefined {
  try {
    return text ? (JSON.parse(text) as OutgoingMessage) : undefined;
  } catch {
    return undefined;
  }
}
