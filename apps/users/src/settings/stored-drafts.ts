import { randomUUID } from 'node:crypto';
import { DeleteStoredDrafts } from '@chat/contracts';
import type { LogReader, RedisTransportClient } from '@chat/transport';

interface Logger {
  warn(details: object, message: string): void;
}

/** Asks the messaging service to delete the stored drafts of somebody who switched their synchronization off. */
export class StoredDrafts {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly reader: Pick<LogReader, 'tail'>,
    private readonly logger: Logger,
  ) {}

  /**
   * To be called after the commit, so that they are gone when the user is told. It may fail: the messaging service does the same,
   * for certain, when the account's event comes by. Never rejects.
   */
  async delete(realmId: number, userId: number): Promise<void> {
    try {
      const asOf = await this.reader.tail(realmId);
      await this.client.request(DeleteStoredDrafts, { realmId, userId }, { realmId, requestId: randomUUID(), asOf });
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      this.logger.warn({ realmId, userId, cause }, 'Stored drafts are deleted a moment later');
    }
  }
}
