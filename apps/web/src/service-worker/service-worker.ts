import { KeptRelease } from './kept-release.js';
import { passOn } from './notification-click.js';
import type { WorkerFetchEvent, WorkerScope } from './worker-scope.js';

const scope = globalThis as unknown as WorkerScope;
const release = new KeptRelease({ caches, fetch: (request) => fetch(request) });
const FROM_SERVER = ['/json/*', '/api/*', '/tus/*', '/user_uploads/*'].map((pathname) => ({
  condition: { urlPattern: { pathname } },
  source: 'network' as const,
}));

scope.addEventListener('install', (event) => {
  event.waitUntil(event.addRoutes?.(FROM_SERVER).catch(() => undefined) ?? Promise.resolve());
  // The page that registers this worker was loaded without it.
  event.waitUntil(
    fetch('/')
      .then((page) => release.keep(page))
      .catch(() => undefined),
  );
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.registration.navigationPreload?.enable() ?? Promise.resolve());
});

/** The page and its files only: everything else goes to the server as if there was no worker. */
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') respondWithPage(event);
  else if (pathname.startsWith('/assets/')) event.respondWith(release.file(request));
});

scope.addEventListener('notificationclick', (event) => {
  const { clients, registration } = scope;
  const click = passOn(event, {
    clients,
    newLocalId: () => crypto.randomUUID(),
    showUnsent: (data, content) => registration.showNotification(content, { data, silent: true }),
  });
  event.waitUntil(click);
});

function respondWithPage(event: WorkerFetchEvent): void {
  const fromServer = event.preloadResponse.then((response) => response ?? fetch(event.request));
  event.waitUntil(fromServer.then((response) => release.keep(response.clone())).catch(() => undefined));
  event.respondWith(release.page(fromServer));
}
