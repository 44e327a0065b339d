import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AvatarPictures } from './avatar-pictures.js';
import { AvatarEntity, type AvatarSize } from './avatars.entity.js';

@Injectable()
export class AvatarsRepository {
  constructor(private readonly database: Database) {}

  find(token: string, size: AvatarSize): Promise<AvatarEntity | null> {
    return this.database.getRepository(AvatarEntity).findOneBy({ token, size });
  }

  async insert(tx: Transaction, token: string, userId: number, { small, medium }: AvatarPictures): Promise<void> {
    await tx.getRepository(AvatarEntity).insert([
      { token, size: 'small', userId, png: small },
      { token, size: 'medium', userId, png: medium },
    ]);
  }

  async deleteOf(tx: Transaction, userId: number): Promise<void> {
    await tx.getRepository(AvatarEntity).delete({ userId });
  }
}
