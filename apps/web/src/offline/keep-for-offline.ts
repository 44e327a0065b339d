const SERVICE_WORKER = '/service-worker.js';
/** The first view has the network and the processor for itself. */
const AFTER_MS = 3_000;
/** A page after the end of its session does not wait longer for a registration that is on its way. */
const REGISTRATION_ENDS_WITHIN_MS = 5_000;

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown };
}

let isSessionOver = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The registration that is on its way. */
let registering: Promise<unknown> | undefined;

/**
 * Lets the browser keep this page and its files, for times without the server. It works by HTTPS only, and not in
 * development.
 */
export function keepForOffline(): void {
  if (isSessionOver || !import.meta.env.PROD || navigator.serviceWorker === undefined) return;
  timer = setTimeout(register, AFTER_MS);
}

function register(): void {
  const registration = navigator.serviceWorker.register(ownScript(), { scope: '/' });
  // A browser that refuses storage shows nothing without the server.
  registering = registration.then(
    () => undefined,
    () => undefined,
  );
  void registering.then(() => {
    registering = undefined;
  });
}

/**
 * The session is over: this page registers no service worker any more. One that is on its way escapes the tab that signs out, so this
 * tab removes it.
 */
export async function endKeeping(): Promise<void> {
  isSessionOver = true;
  clearTimeout(timer);
  if (registering === undefined) return;
  await Promise.race([registering, new Promise((resolve) => setTimeout(resolve, REGISTRATION_ENDS_WITHIN_MS))]);
  await removeKept();
}

/** Removes the service worker, its notifications, and the files of the client that it keeps. */
export async function removeKept(): Promise<void> {
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    for (const notification of await worker.getNotifications().catch(() => [])) notification.close();
    await worker.unregister();
  }
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/** As `Trusted Types` ask for it. */
function ownScript(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('own-script', { createScriptURL: () => SERVICE_WORKER });
  return (policy?.createScriptURL('') ?? SERVICE_WORKER) as string;
}
