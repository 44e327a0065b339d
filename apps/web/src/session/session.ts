/** The token that requests of a session carry; another tab may replace it. */
export function csrfToken(): string {
  const token = /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  return token === undefined ? '' : decodeURIComponent(token);
}

let isLeaving = false;

/** Shows the sign-in page, once. Sign-in comes back to the address with its fragment. */
export function goToSignIn(): void {
  if (isLeaving) return;
  isLeaving = true;
  location.assign(`/login/?next=%2F${location.hash}`);
}

/** Ends the session and removes everything that the browser stored for it. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  const body = new URLSearchParams({ csrfmiddlewaretoken: csrfToken() });
  await fetch('/accounts/logout/', { method: 'POST', body, redirect: 'manual' });
  await removeStoredData();
  location.assign('/login/');
}

async function removeStoredData(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.()) ?? [];
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}
