import { removeKept } from '../offline/index.js';

/** Removes all that this origin has in the browser: state, messages, drafts, notifications, files of the client and their service worker. */
export async function removeEverything(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name);
  await removeKept();
}
