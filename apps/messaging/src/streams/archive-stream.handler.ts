import { requireAdministrator } from '@chat/auth';
import { type ApiError, type ArchiveStream, badRequest, ForgetArchivedStreams } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/runtime';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../message-order/realm-lock.js';
import { readStream } from '../stream-records/read-streams.js';
import { archiveStream } from './archive-streams.js';

/** Archives a stream: for administrators, of private streams that they are not in, too. */
@Injectable()
export class ArchiveStreamHandler {
  constructor(
    private readonly database: Database,
    private readonly afterCommit: AfterCommit,
  ) {}

  async handle({ actor, streamId }: ArchiveStream, context: RequestContext): Promise<void> {
    requireAdministrator(actor);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const stream = await readStream(tx, actor.realmId, streamId);
      if (!stream) throw await this.refusal(tx, actor.realmId, streamId);
      await archiveStream(tx, actor.realmId, stream);
    });
    await this.afterCommit.ask(ForgetArchivedStreams, { realmId: actor.realmId, streamIds: [streamId] }, context);
  }

  private async refusal(tx: Transaction, realmId: number, streamId: number): Promise<ApiError> {
    const archived = await tx.query('SELECT 1 FROM streams WHERE realm_id = $1 AND id = $2', [realmId, streamId]);
    return badRequest(archived.length > 0 ? 'Stream is already deactivated' : 'Invalid stream ID');
  }
}
