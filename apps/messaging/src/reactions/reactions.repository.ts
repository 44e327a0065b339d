import type { Emoji } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { ReactionEntity } from './reaction.entity.js';

@Injectable()
export class ReactionsRepository {
  /** The name under which the message has this emoji; undefined if it has no reaction with it. */
  async findName(tx: Transaction, messageId: number, { reactionType, emojiCode }: Emoji): Promise<string | undefined> {
    const [first] = await tx
      .getRepository(ReactionEntity)
      .find({ where: { messageId, reactionType, emojiCode }, order: { id: 'ASC' }, take: 1 });
    return first?.emojiName;
  }

  /** False if the user has reacted with the emoji before. The primary key decides, so one of two simultaneous requests fails. */
  async insert(tx: Transaction, messageId: number, userId: number, emoji: Emoji): Promise<boolean> {
    const insert = tx.getRepository(ReactionEntity).createQueryBuilder().insert();
    const { raw } = await insert
      .values({ messageId, userId, ...emoji })
      .orIgnore()
      .returning('id')
      .execute();
    return raw.length > 0;
  }

  /** Returns the deleted reaction; undefined if there is none. */
  async delete(
    tx: Transaction,
    messageId: number,
    userId: number,
    emojiCode: string,
    reactionType: Emoji['reactionType'],
  ): Promise<Emoji | undefined> {
    const remove = tx.getRepository(ReactionEntity).createQueryBuilder().delete();
    const { raw } = await remove
      .where({ messageId, userId, reactionType, emojiCode })
      .returning('emoji_name AS "emojiName"')
      .execute();
    const [deleted] = raw as { emojiName: string }[];
    return deleted && { emojiName: deleted.emojiName, emojiCode, reactionType };
  }
}
