import { type GetRealmEmojiImage, notFound, type RealmEmojiImage } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';

const FILE_NAME = /^([1-9]\d{0,15})\.(png|gif)$/;

@Injectable()
export class GetRealmEmojiImageHandler {
  constructor(private readonly database: Database) {}

  async handle({ realmId, fileName, still }: GetRealmEmojiImage): Promise<RealmEmojiImage> {
    const [, id, fileType] = FILE_NAME.exec(fileName) ?? [];
    if (id === undefined || (still && fileType !== 'png')) throw notFound();
    const [row] = await this.database.query<{ picture: Buffer | null }>(
      `SELECT CASE WHEN $3 THEN still WHEN file_type = $4 THEN image END AS picture
       FROM realm_emoji JOIN realm_emoji_images ON emoji_id = id WHERE id = $1 AND realm_id = $2`,
      [id, realmId, still, fileType],
    );
    if (!row?.picture) throw notFound();
    return { contentType: `image/${fileType}`, image: row.picture.toString('base64') };
  }
}
