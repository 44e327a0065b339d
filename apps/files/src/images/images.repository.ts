import { IMAGE_GRACE_SECONDS, type ImageObject, MAX_IMAGES_PER_SWEEP_REQUEST } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { ImageEntity } from './image.entity.js';
import type { ImageName } from './image-keys.js';

/** An image in use is checked this often, since its owner may replace it. */
const CHECK_EVERY_DAYS = 1;
const isDue = Raw((checkAt) => `${checkAt} < now()`);

@Injectable()
export class ImagesRepository {
  constructor(private readonly database: Database) {}

  /** The row stands before the first byte, so that the sweep finds the objects of an upload that broke off. */
  async add(image: ImageName, objects: readonly ImageObject[]): Promise<void> {
    await this.database.query(
      `INSERT INTO images (realm_id, purpose, token, objects, check_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (realm_id, purpose, token) DO UPDATE
       SET objects = ARRAY(SELECT DISTINCT unnest(images.objects || excluded.objects)), check_at = excluded.check_at`,
      [image.realmId, image.purpose, image.token, objects, IMAGE_GRACE_SECONDS],
    );
  }

  /** Images with a use to be checked, the longest overdue first. */
  findDue(): Promise<ImageEntity[]> {
    return this.database.getRepository(ImageEntity).find({
      where: { checkAt: isDue },
      order: { checkAt: 'ASC' },
      take: MAX_IMAGES_PER_SWEEP_REQUEST,
    });
  }

  async checkLater({ realmId, purpose }: Omit<ImageName, 'token'>, tokens: readonly string[]): Promise<void> {
    const checkAt = () => `now() + make_interval(days => ${CHECK_EVERY_DAYS})`;
    await this.database.transaction((tx) =>
      tx.getRepository(ImageEntity).update({ realmId, purpose, token: In(tokens) }, { checkAt }),
    );
  }

  /** False if the image was stored again meanwhile. */
  async remove(tx: Transaction, { realmId, purpose, token }: ImageName): Promise<boolean> {
    const { affected } = await tx.getRepository(ImageEntity).delete({ realmId, purpose, token, checkAt: isDue });
    return affected === 1;
  }
}
