import { ForgetArchivedStreams } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit, ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { LeftStreams } from '../message-flags/left-streams.js';
import type { RemovedSubscriptions } from './remove-subscriptions.js';

/** Of subscriptions that end in one request, so many are read before it is answered; others a moment later. */
const MAX_READ_AT_ONCE = 20;

/** What comes of subscriptions that have ended, so that whoever is told of that finds it. What is not done here comes a moment later. */
@Injectable()
export class EndedSubscriptions {
  constructor(
    private readonly leftStreams: LeftStreams,
    private readonly afterCommit: AfterCommit,
    private readonly resources: ServiceResources,
  ) {}

  /** To be called after the commit. Never rejects. */
  async settle(
    realmId: number,
    { removed, archivedStreamIds }: RemovedSubscriptions,
    cause: RequestContext,
  ): Promise<void> {
    await this.leftStreams.markRead(realmId, removed.slice(0, MAX_READ_AT_ONCE)).catch((error: unknown) => {
      this.resources.logger.warn({ realmId, err: error }, 'Streams that were left are read a moment later');
    });
    if (archivedStreamIds.length === 0) return;
    await this.afterCommit.ask(ForgetArchivedStreams, { realmId, streamIds: archivedStreamIds }, cause);
  }
}
