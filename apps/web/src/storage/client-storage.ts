import type { StoredClient } from './stored-client.js';

const DATABASE = 'chat';
const STORE = 'client';
const KEY = 'last';
const VERSION = 1;

/** The stored client in IndexedDB. Each method resolves even if the browser refuses storage: a start is then only slower. */
export class ClientStorage {
  private opened: Promise<IDBDatabase> | undefined;

  /** Undefined if there is none, or one of another session. */
  async read(session: string): Promise<StoredClient | undefined> {
    const stored = (await this.run('readonly', (store) => store.get(KEY))) as StoredClient | undefined;
    return stored?.session === session ? stored : undefined;
  }

  async write(client: StoredClient): Promise<void> {
    await this.run('readwrite', (store) => store.put(client, KEY));
  }

  async clear(): Promise<void> {
    await this.run('readwrite', (store) => store.clear());
  }

  private async run(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    try {
      this.opened ??= open();
      const transaction = (await this.opened).transaction(STORE, mode);
      return await resultOf(ask(transaction.objectStore(STORE)));
    } catch {
      return undefined;
    }
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return resultOf(request);
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
