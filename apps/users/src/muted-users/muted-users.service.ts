import { badRequest, MAX_MUTED_USERS, MutedUsersChanged, type Principal, ReadMutedMessages } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { MutedUsersRepository } from './muted-users.repository.js';

@Injectable()
export class MutedUsersService {
  constructor(
    private readonly database: Database,
    private readonly mutedUsers: MutedUsersRepository,
    private readonly afterCommit: AfterCommit,
  ) {}

  async mute({ realmId, userId }: Principal, mutedUserId: number): Promise<void> {
    if (mutedUserId === userId) throw badRequest('Cannot mute self');
    const mutedAtSeconds = await this.database.transaction(async (tx) => {
      // The lock makes simultaneous requests respect the limit.
      await lockAccount(tx, realmId, userId);
      const account = await findAccount(tx, realmId, mutedUserId);
      if (account === undefined || account.isBot) throw noSuchUser();
      const nowSeconds = Math.floor(Date.now() / 1000);
      const isNew = await this.mutedUsers.insert(tx, { userId, mutedUserId, mutedAtSeconds: nowSeconds });
      if (!isNew) throw badRequest('User already muted');
      await this.record(tx, realmId, { userId, mutedUserId, isMuted: true });
      return nowSeconds;
    });
    await this.afterCommit.ask(ReadMutedMessages, { realmId, userId, mutedUserId, mutedAtSeconds });
  }

  async unmute({ realmId, userId }: Principal, mutedUserId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, realmId, userId);
      if ((await findAccount(tx, realmId, mutedUserId)) === undefined) throw noSuchUser();
      const wasMuted = await this.mutedUsers.delete(tx, userId, mutedUserId);
      if (!wasMuted) throw badRequest('User is not muted');
      await this.record(tx, realmId, { userId, mutedUserId, isMuted: false });
    });
  }

  private async record(
    tx: Transaction,
    realmId: number,
    change: { readonly userId: number; readonly mutedUserId: number; readonly isMuted: boolean },
  ): Promise<void> {
    const all = await this.mutedUsers.list(tx, change.userId);
    if (all.length > MAX_MUTED_USERS) throw badRequest(`Too many muted users (limit: ${MAX_MUTED_USERS})`);
    const mutedUsers = all.map(({ mutedUserId, mutedAtSeconds }) => ({ userId: mutedUserId, mutedAtSeconds }));
    tx.record(realmId, MutedUsersChanged.of({ ...change, mutedUsers }));
  }
}
