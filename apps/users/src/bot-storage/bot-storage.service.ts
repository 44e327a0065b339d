import {
  type BotStorage,
  badRequest,
  type DeleteBotStorage,
  type GetBotStorage,
  MAX_BOT_STORAGE_CHARACTERS,
  MAX_BOT_STORAGE_KEY_LENGTH,
  MAX_BOT_STORAGE_KEYS,
  type PutBotStorage,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { BotStorageRepository } from './bot-storage.repository.js';
import { charactersIn } from './characters-in.js';

const noSuchKey = () => badRequest('Key does not exist.');

/** Texts that an account stores under keys, for bots between their runs. */
@Injectable()
export class BotStorageService {
  constructor(
    private readonly database: Database,
    private readonly storage: BotStorageRepository,
  ) {}

  async put({ actor, storage }: PutBotStorage): Promise<Record<string, never>> {
    const keys = Object.keys(storage);
    if (keys.length > MAX_BOT_STORAGE_KEYS) {
      throw badRequest(`storage has too many keys (limit: ${MAX_BOT_STORAGE_KEYS})`);
    }
    if (keys.some((key) => charactersIn(key) > MAX_BOT_STORAGE_KEY_LENGTH)) {
      throw badRequest(`storage has a key that is too long (limit: ${MAX_BOT_STORAGE_KEY_LENGTH} characters)`);
    }
    const added = Object.entries(storage).reduce(
      (sum, [key, value]) => sum + charactersIn(key) + charactersIn(value),
      0,
    );
    await this.database.transaction(async (tx) => {
      const size = await this.storage.lockSize(tx, actor.userId);
      const newSize = size + added - (await this.storage.sizeOf(tx, actor.userId, keys));
      if (newSize > MAX_BOT_STORAGE_CHARACTERS) {
        throw badRequest(
          `Cannot set state. Request would require ${newSize} bytes storage. The current storage limit is ${MAX_BOT_STORAGE_CHARACTERS}.`,
        );
      }
      await this.storage.upsert(tx, actor.userId, storage);
      await this.storage.updateSize(tx, actor.userId, newSize);
    });
    return {};
  }

  async get({ actor, keys }: GetBotStorage): Promise<BotStorage> {
    const storage = await this.storage.find(actor.userId, keys);
    if (keys?.some((key) => !Object.hasOwn(storage, key))) throw noSuchKey();
    return { storage };
  }

  async delete({ actor, keys }: DeleteBotStorage): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      const size = await this.storage.lockSize(tx, actor.userId);
      const deleted = await this.storage.delete(tx, actor.userId, keys);
      if (keys !== undefined && deleted.count < new Set(keys).size) throw noSuchKey();
      await this.storage.updateSize(tx, actor.userId, size - deleted.characters);
    });
    return {};
  }
}
