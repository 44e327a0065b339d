import { requireAdministrator } from '@chat/auth';
import { type ArchiveStream, badRequest } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../realm-lock.js';
import { archiveStream } from './archive-streams.js';
import { readStream } from './read-streams.js';

/** Archives a stream: for administrators, of private streams that they are not in, too. */
@Injectable()
export class ArchiveStreamHandler {
  constructor(private readonly database: Database) {}

  async handle({ actor, streamId }: ArchiveStream): Promise<void> {
    requireAdministrator(actor);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const stream = await readStream(tx, actor.realmId, streamId);
      if (!stream) throw badRequest('Invalid stream ID');
      await archiveStream(tx, actor.realmId, stream);
    });
  }
}
