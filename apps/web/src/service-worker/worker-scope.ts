/* The parts of a service worker's scope that this one uses: the types of pages and of workers cannot be in one project. */

export interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The response to a navigation, which was requested while the worker started; undefined without this help of the browser. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** A rule by which the browser needs no worker. */
interface Route {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: 'network';
}

export interface WorkerInstallEvent extends WorkerEvent {
  /** Chromium only. */
  addRoutes?(routes: readonly Route[]): Promise<void>;
}

export interface WorkerScope {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: WorkerInstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
}
