import type { ServiceName } from '@chat/contracts';
import type { ConnectionLogger } from '@chat/redis';
import type { DomainEventLog, EventIdentities, SequencedEvent } from '../log/domain-event-log.js';
import { OutboxBacklog } from './outbox-backlog.js';
import type { SqlPool } from './sql-connection.js';

/** Events of one realm that a commit added to the outbox. A statement of a service reads the identities from `outbox_head`. */
export interface CommittedEvents extends EventIdentities {
  readonly realmId: number;
  readonly events: readonly SequencedEvent[];
}

/**
 * The transactional outbox of one service. Guarantee: an event gets into the log if, and only if, its transaction commits. Events get
 * there in sequence, also if the process dies right after the commit.
 *
 * A commit is durable, whether or not the log can be reached. So `publish` and `publishAll` never reject; a sweep of the backlog appends
 * the events later.
 */
export class Outbox {
  readonly backlog: OutboxBacklog;

  constructor(
    private readonly service: ServiceName,
    pool: SqlPool,
    private readonly log: DomainEventLog,
    private readonly logger: ConnectionLogger,
  ) {
    this.backlog = new OutboxBacklog(service, pool, log, logger);
  }

  /** Appends committed events to the log, after earlier ones that another replica has not appended yet. */
  async publish(committed: readonly CommittedEvents[]): Promise<void> {
    try {
      for (const { realmId, events, ...identities } of committed) {
        const { kind } = await this.log.append(this.service, realmId, events, identities);
        if (kind !== 'appended') await this.backlog.appendAll(realmId);
      }
    } catch (error) {
      this.warn(error);
    }
  }

  /** Appends every committed event of the realm that the log does not have. */
  async publishAll(realmId: number): Promise<void> {
    await this.backlog.appendAll(realmId).catch((error: unknown) => this.warn(error));
  }

  private warn(error: unknown): void {
    this.logger.warn({ err: error }, 'Events were committed but not appended; the sweeper will do it');
  }
}
