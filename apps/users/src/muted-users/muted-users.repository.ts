import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { MutedUserEntity } from './muted-users.entity.js';

@Injectable()
export class MutedUsersRepository {
  /** Ascending by id. */
  list(tx: Transaction, userId: number): Promise<MutedUserEntity[]> {
    return tx.getRepository(MutedUserEntity).find({ where: { userId }, order: { mutedUserId: 'ASC' } });
  }

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

/** The ids that each user of the realm muted, ascending; without users who muted none. One row per user, not per pair. */
export async function readAllMutedUsers(tx: Transaction, realmId: number): Promise<Map<number, readonly number[]>> {
  const rows = await tx.query<{ userId: number; mutedUserIds: number[] }>(
    `SELECT m.user_id AS "userId", array_agg(m.muted_user_id ORDER BY m.muted_user_id) AS "mutedUserIds"
     FROM muted_user m JOIN account a USING (user_id) WHERE a.realm_id = $1 GROUP BY m.user_id`,
    [realmId],
  );
  return new Map(rows.map(({ userId, mutedUserIds }) => [userId, mutedUserIds]));
}
