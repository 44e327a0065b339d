/** Removes all that this origin has in the browser: state, messages, drafts, notifications, files of the client and their service worker. */
export async function removeEverything(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    for (const notification of await worker.getNotifications().catch(() => [])) notification.close();
    await worker.unregister();
  }
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}
