import { type BotStorage, badRequest, MAX_BOT_STORAGE_CHARACTERS, type Principal } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { codePointCount } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { BotStorageRepository } from './bot-storage.repository.js';

const noSuchKey = () => badRequest('Key does not exist.');

/** Texts that an account stores under keys, so that bots find them at their next run. */
@Injectable()
export class BotStorageService {
  constructor(
    private readonly database: Database,
    private readonly storage: BotStorageRepository,
  ) {}

  async put({ userId }: Principal, storage: BotStorage['storage']): Promise<void> {
    const added = codePointCount(Object.entries(storage).flat().join(''));
    await this.database.transaction(async (tx) => {
      const size = await this.storage.lockSize(tx, userId);
      const newSize = size + added - (await this.storage.sizeOf(tx, userId, Object.keys(storage)));
      if (newSize > MAX_BOT_STORAGE_CHARACTERS) {
        throw badRequest(
          `Cannot set state. Request would require ${newSize} bytes storage. The current storage limit is ${MAX_BOT_STORAGE_CHARACTERS}.`,
        );
      }
      await this.storage.upsert(tx, userId, storage);
      await this.storage.updateSize(tx, userId, newSize);
    });
  }

  async get({ userId }: Principal, keys: readonly string[] | undefined): Promise<BotStorage> {
    const storage = await this.storage.find(userId, keys);
    if (keys?.some((key) => !Object.hasOwn(storage, key))) throw noSuchKey();
    return { storage };
  }

  async delete({ userId }: Principal, keys: readonly string[] | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      const size = await this.storage.lockSize(tx, userId);
      const deleted = await this.storage.delete(tx, userId, keys);
      if (keys !== undefined && deleted.count < new Set(keys).size) throw noSuchKey();
      await this.storage.updateSize(tx, userId, size - deleted.characters);
    });
  }
}
