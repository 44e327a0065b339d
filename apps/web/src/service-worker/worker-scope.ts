import type { ClickTarget } from './page-message.js';

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

export interface WorkerNotificationEvent extends WorkerEvent {
  readonly notification: { readonly data: ClickTarget; close(): void };
  /** The text of the reply field; null or absent without one. */
  readonly reply?: string | null;
}

/** A page of this origin. */
export interface WorkerClient {
  readonly url: string;
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
  focus(): Promise<unknown>;
}

export interface WorkerClients {
  /** The one used last comes first. */
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerClient[]>;
  openWindow(address: string): Promise<WorkerClient | null>;
}

export interface WorkerScope {
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: WorkerClients;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: WorkerInstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: WorkerNotificationEvent) => void): void;
}
