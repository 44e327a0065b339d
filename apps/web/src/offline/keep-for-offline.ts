const SERVICE_WORKER = '/service-worker.js';
/** The first view has the network and the processor for itself. */
const AFTER_MS = 3_000;

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown };
}

/**
 * Lets the browser keep this page and its files, for times without the server. It works by HTTPS only, and not in
 * development.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || navigator.serviceWorker === undefined) return;
  const { serviceWorker } = navigator;
  // A browser that refuses storage shows nothing without the server.
  setTimeout(() => serviceWorker.register(ownScript(), { scope: '/' }).catch(() => undefined), AFTER_MS);
}

/** As `Trusted Types` ask for it. */
function ownScript(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('own-script', { createScriptURL: () => SERVICE_WORKER });
  return (policy?.createScriptURL('') ?? SERVICE_WORKER) as string;
}
