import type { RealmEmoji } from '@chat/contracts';
import { Database, type Queryable, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { RealmEmojiEntity } from './realm-emoji.entity.js';

export interface EmojiToMove extends Pick<RealmEmojiEntity, 'id' | 'realmId' | 'fileType'> {
  readonly image: Buffer;
  readonly still: Buffer | null;
}

@Injectable()
export class RealmEmojiRepository {
  constructor(private readonly database: Database) {}

  /** Returns the realm's emoji, deactivated emoji included. */
  async list(database: Queryable, realmId: number): Promise<RealmEmoji[]> {
    const rows = await database.getRepository(RealmEmojiEntity).find({ where: { realmId }, order: { id: 'ASC' } });
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
    emoji: Pick<RealmEmojiEntity, 'name' | 'authorId' | 'fileType' | 'imageToken'>,
  ): Promise<number> {
    const { identifiers } = await tx.getRepository(RealmEmojiEntity).insert({ realmId, ...emoji });
    return (identifiers[0] as { id: number }).id;
  }

  findOne(realmId: number, id: number): Promise<RealmEmojiEntity | null> {
    return this.database.getRepository(RealmEmojiEntity).findOneBy({ realmId, id });
  }

  async findUsed(realmId: number, tokens: readonly string[]): Promise<string[]> {
    const emoji = this.database.getRepository(RealmEmojiEntity);
    const found = await emoji.find({ select: { imageToken: true }, where: { realmId, imageToken: In(tokens) } });
    return found.flatMap(({ imageToken }) => imageToken ?? []);
  }

  /** Emoji without a picture in the files service. */
  findToMove(limit: number): Promise<EmojiToMove[]> {
    return this.database.query<EmojiToMove>(
      `SELECT id, realm_id AS "realmId", file_type AS "fileType", image, still
       FROM realm_emoji JOIN realm_emoji_images ON emoji_id = id WHERE image_token IS NULL ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  async setToken(id: number, imageToken: string): Promise<void> {
    await this.database.transaction((tx) => tx.getRepository(RealmEmojiEntity).update({ id }, { imageToken }));
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
