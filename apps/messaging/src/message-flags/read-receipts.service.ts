import { badRequest, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { selectReaders } from './message-flags.repository.js';

/** Lists the readers of a message, without users that muted its sender: for them it counts as read at once. */
@Injectable()
export class ReadReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async readersOf(actor: Principal, messageId: number): Promise<{ userIds: number[] }> {
    const message = await this.access.message(actor, actor.realmId, messageId);
    const realm = await this.projections.realm(actor.realmId);
    if (!realm.enableReadReceipts) throw badRequest('Read receipts are disabled in this organization.');
    const users = await this.projections.users(actor.realmId);
    const readerIds = await selectReaders(this.database, message.id);
    const isShown = (userId: number): boolean => {
      const user = users.get(userId);
      const isMuted = users.hasMuted(userId, actor.userId) || users.hasMuted(actor.userId, userId);
      return user?.isActive === true && user.settings.sendReadReceipts && !isMuted;
    };
    return { userIds: readerIds.filter(isShown) };
  }
}
