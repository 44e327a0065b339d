import type { ConnectionLogger } from '@chat/redis';
import { Counter } from 'prom-client';

export const lostTails = new Counter({
  name: 'chat_lost_tails_total',
  help: 'Data that a server lost, by kind: once per realm, service or shard that had to begin anew.',
  labelNames: ['kind'] as const,
});

/** `postgresql`: lost commits that the log has. `log`: the log lacks events that the outbox no longer has. */
export type LostTail = 'postgresql' | 'log';

const MESSAGES: Readonly<Record<LostTail, string>> = {
  postgresql: 'PostgreSQL lost commits that were published; logs begin anew, and their event queues end',
  log: 'Redis lost events that the outbox no longer has; logs begin anew, and their event queues end',
};
// Monitoring sees the first loss only as an increase.
for (const kind of Object.keys(MESSAGES)) lostTails.inc({ kind }, 0);

/** A fault concerns many realms, in a short time. */
const QUIET_MS = 60_000;

/** Counts the lost tails of a process. Only the first one of a minute is logged. */
export class LostTailReport {
  private readonly loggedAtMs = new Map<LostTail, number>();

  constructor(private readonly logger: ConnectionLogger) {}

  add(kind: LostTail, details: object): void {
    lostTails.inc({ kind });
    const isQuiet = performance.now() - (this.loggedAtMs.get(kind) ?? Number.NEGATIVE_INFINITY) < QUIET_MS;
    if (isQuiet) return;
    this.loggedAtMs.set(kind, performance.now());
    this.logger.warn(details, MESSAGES[kind]);
  }
}
