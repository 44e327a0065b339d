import type { ServiceResources } from './service-resources.js';

const WARNED = 'start:not-synchronous';
/** Processes that start within this time report the same fault. */
const WARNED_FOR_SECONDS = 60;

/** Logs one warning for all processes that start at the same time. */
export async function warnNotSynchronous(
  reason: string,
  { redis, logger }: Pick<ServiceResources, 'redis'> & { readonly logger: Pick<ServiceResources['logger'], 'warn'> },
): Promise<void> {
  if ((await redis.set(WARNED, reason, 'EX', WARNED_FOR_SECONDS, 'NX')) === null) return;
  logger.warn({ reason }, 'An acknowledged write is on one server only; DATABASE_SYNCHRONOUS=required refuses it');
}
