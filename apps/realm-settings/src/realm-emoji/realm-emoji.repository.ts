import type { RealmEmoji } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { EmojiPicture } from './emoji-picture.js';
import { RealmEmojiEntity, RealmEmojiImageEntity } from './realm-emoji.entity.js';

@Injectable()
export class RealmEmojiRepository {
  constructor(private readonly database: Database) {}

  /** Returns the realm's emoji, deactivated emoji included. */
  async list(tx: Transaction, realmId: number): Promise<RealmEmoji[]> {
    const rows = await tx.getRepository(RealmEmojiEntity).find({ where: { realmId }, order: { id: 'ASC' } });
    return rows.map(({ id, name, authorId, fileType, isDeactivated }) => ({
      id,
      name,
      sourceUrl: `/user_avatars/${realmId}/emoji/images/${id}.${fileType}`,
      stillUrl: fileType === 'gif' ? `/user_avatars/${realmId}/emoji/images/still/${id}.png` : null,
      isDeactivated,
      authorId,
    }));
  }

  async insert(
    tx: Transaction,
    realmId: number,
    emoji: { readonly name: string; readonly authorId: number; readonly picture: EmojiPicture },
  ): Promise<number> {
    const { name, authorId, picture } = emoji;
    const row = { realmId, name, authorId, fileType: picture.fileType };
    const { identifiers } = await tx.getRepository(RealmEmojiEntity).insert(row);
    const { id } = identifiers[0] as { id: number };
    await tx.getRepository(RealmEmojiImageEntity).insert({ emojiId: id, image: picture.image, still: picture.still });
    return id;
  }

  async deactivate(tx: Transaction, id: number): Promise<void> {
    await tx.getRepository(RealmEmojiEntity).update({ id }, { isDeactivated: true });
  }

  /** Raw SQL: PostgreSQL picks one of the two pictures, so only one leaves the database. */
  async findPicture(realmId: number, id: number, fileType: string, still: boolean): Promise<Buffer | null> {
    const [row] = await this.database.query<{ picture: Buffer | null }>(
      `SELECT CASE WHEN $3 THEN still WHEN file_type = $4 THEN image END AS picture
       FROM realm_emoji JOIN realm_emoji_images ON emoji_id = id WHERE id = $1 AND realm_id = $2`,
      [id, realmId, still, fileType],
    );
    return row?.picture ?? null;
  }
}
