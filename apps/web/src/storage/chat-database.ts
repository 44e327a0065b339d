const DATABASE = 'chat';
const STORE = 'client';
const VERSION = 1;

let opened: Promise<IDBDatabase> | undefined;

/** Works on everything that this origin stores in IndexedDB. Undefined if the browser refuses storage. */
export async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    opened ??= open();
    return await work((await opened).transaction(STORE, mode).objectStore(STORE));
  } catch {
    return undefined;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return resultOf(request);
}

export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
