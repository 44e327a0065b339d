import {
  badRequest,
  MAX_MUTED_USERS,
  MutedUsersChanged,
  MuteUser,
  ReadMutedMessages,
  UnmuteUser,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { MutedUsersRepository } from './muted-users.repository.js';
import { readMutedUsers } from './read-muted-users.js';

@Injectable()
export class MutedUsersService {
  constructor(
    private readonly database: Database,
    private readonly mutedUsers: MutedUsersRepository,
    private readonly afterCommit: AfterCommit,
  ) {}

  async mute({ actor, userId }: MuteUser): Promise<Record<string, never>> {
    const { realmId } = actor;
    if (userId === actor.userId) throw badRequest('Cannot mute self');
    const mutedAtSeconds = await this.database.transaction(async (tx) => {
      // The lock makes simultaneous requests respect the limit.
      await lockAccount(tx, realmId, actor.userId);
      const account = await findAccount(tx, realmId, userId);
      if (account === undefined || account.isBot) throw noSuchUser();
      const nowSeconds = Math.floor(Date.now() / 1000);
      const isNew = await this.mutedUsers.insert(tx, {
        userId: actor.userId,
        mutedUserId: userId,
        mutedAtSeconds: nowSeconds,
      });
      if (!isNew) throw badRequest('User already muted');
      await record(tx, realmId, actor.userId, userId, true);
      return nowSeconds;
    });
    const fields = { realmId, userId: actor.userId, mutedUserId: userId, mutedAtSeconds };
    await this.afterCommit.ask(ReadMutedMessages, fields);
    return {};
  }

  async unmute({ actor, userId }: UnmuteUser): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, actor.realmId, actor.userId);
      const account = await findAccount(tx, actor.realmId, userId);
      if (account === undefined) throw noSuchUser();
      const wasMuted = await this.mutedUsers.delete(tx, actor.userId, userId);
      if (!wasMuted) throw badRequest('User is not muted');
      await record(tx, actor.realmId, actor.userId, userId, false);
    });
    return {};
  }
}

async function record(
  tx: Transaction,
  realmId: number,
  userId: number,
  mutedUserId: number,
  isMuted: boolean,
): Promise<void> {
  const rows = await readMutedUsers(tx, userId);
  if (rows.length > MAX_MUTED_USERS) throw badRequest(`Too many muted users (limit: ${MAX_MUTED_USERS})`);
  const mutedUsers = rows.map(({ id, timestamp }) => ({ userId: id, mutedAtSeconds: timestamp }));
  tx.record(realmId, MutedUsersChanged.of({ userId, mutedUsers, mutedUserId, isMuted }));
}
