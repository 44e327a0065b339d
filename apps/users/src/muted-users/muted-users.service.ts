import { badRequest, MAX_MUTED_USERS, MutedUsersChanged, type Principal, ReadMutedMessages } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount, noSuchUser } from '../accounts/find-account.js';
import { MutedUserEntity } from './muted-users.entity.js';

@Injectable()
export class MutedUsersService {
  constructor(
    private readonly database: Database,
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
      const row = { userId, mutedUserId, mutedAtSeconds: nowSeconds };
      const inserted = await tx.insertUnlessTaken(MutedUserEntity, row, 'muted_user_id');
      if (inserted === undefined) throw badRequest('User already muted');
      await record(tx, realmId, { userId, mutedUserId, isMuted: true });
      return nowSeconds;
    });
    await this.afterCommit.ask(ReadMutedMessages, { realmId, userId, mutedUserId, mutedAtSeconds });
  }

  async unmute({ realmId, userId }: Principal, mutedUserId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, realmId, userId);
      if ((await findAccount(tx, realmId, mutedUserId)) === undefined) throw noSuchUser();
      const { affected } = await tx.getRepository(MutedUserEntity).delete({ userId, mutedUserId });
      if (affected === 0) throw badRequest('User is not muted');
      await record(tx, realmId, { userId, mutedUserId, isMuted: false });
    });
  }
}

async function record(
  tx: Transaction,
  realmId: number,
  change: { readonly userId: number; readonly mutedUserId: number; readonly isMuted: boolean },
): Promise<void> {
  const rows = tx.getRepository(MutedUserEntity);
  const all = await rows.find({ where: { userId: change.userId }, order: { mutedUserId: 'ASC' } });
  if (all.length > MAX_MUTED_USERS) throw badRequest(`Too many muted users (limit: ${MAX_MUTED_USERS})`);
  const mutedUsers = all.map(({ mutedUserId, mutedAtSeconds }) => ({ userId: mutedUserId, mutedAtSeconds }));
  tx.record(realmId, MutedUsersChanged.of({ ...change, mutedUsers }));
}
