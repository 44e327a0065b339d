import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { MutedUserEntity } from './muted-users.entity.js';

@Injectable()
export class MutedUsersRepository {
  /** Returns false if the user is muted already. The primary key decides. */
  async insert(tx: Transaction, mute: MutedUserEntity): Promise<boolean> {
    const insert = tx.getRepository(MutedUserEntity).createQueryBuilder().insert();
    const { raw } = await insert.values(mute).orIgnore().returning('muted_user_id').execute();
    return raw.length > 0;
  }

  /** Returns false if the user is not muted. */
  async delete(tx: Transaction, userId: number, mutedUserId: number): Promise<boolean> {
    const { affected } = await tx.getRepository(MutedUserEntity).delete({ userId, mutedUserId });
    return affected === 1;
  }
}
