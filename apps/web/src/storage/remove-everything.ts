/** Removes all that this origin has stored in the browser: state, messages, drafts, files of the client and their service worker. */
export async function removeEverything(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}
