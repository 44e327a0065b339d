import type { ServiceName } from '@chat/contracts';
import * as contracts from '@chat/contracts';

/** Returns the patterns of all requests in libs/contracts that the service answers. */
export function requestPatternsOf(service: ServiceName): string[] {
  return Object.values(contracts)
    .map(patternOf)
    .filter((pattern): pattern is string => pattern?.startsWith(`${service}.`) === true);
}

/** Throws, with the names, if a request pattern of the service has no handler. */
export function requireHandlers(service: ServiceName, handled: ReadonlyMap<string, unknown>): void {
  const missing = requestPatternsOf(service).filter((pattern) => !handled.has(pattern));
  if (missing.length === 0) return;
  throw new Error(`No handler for ${missing.join(', ')}: add a @MessagePattern method to a controller of the service.`);
}

function patternOf(exported: unknown): string | undefined {
  if (exported === null || (typeof exported !== 'function' && typeof exported !== 'object')) return undefined;
  const { pattern } = exported as { readonly pattern?: unknown };
  return typeof pattern === 'string' ? pattern : undefined;
}
