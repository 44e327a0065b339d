import { randomUUID } from 'node:crypto';
import { DropUnfitProfileValues, type ProfileFieldRecord } from '@chat/contracts';
import { ServiceResources } from '@chat/runtime';
import { Injectable } from '@nestjs/common';

/** Asks the users service to drop the values that a realm's fields do not allow any more. */
@Injectable()
export class UnfitProfileValues {
  constructor(private readonly resources: ServiceResources) {}

  /**
   * To be called after the commit, so that nobody is shown such a value once the change is acknowledged. It may fail: the users
   * service does the same, for certain, when the change's event comes by. Never rejects.
   */
  async drop(realmId: number, previous: readonly ProfileFieldRecord[]): Promise<void> {
    const { client, reader, logger } = this.resources;
    try {
      const context = { realmId, requestId: randomUUID(), asOf: await reader.tail(realmId) };
      await client.request(DropUnfitProfileValues, { realmId, previous }, context);
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      logger.warn({ realmId, cause }, 'Values of removed profile fields and choices are dropped a moment later');
    }
  }
}
