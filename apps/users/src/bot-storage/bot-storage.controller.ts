import { BotStorage, BotStorageKeys, deleteBotStorage, getBotStorage, Principal, putBotStorage } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { BotStorageService } from './bot-storage.service.js';

@Controller()
export class BotStorageController {
  constructor(private readonly storage: BotStorageService) {}

  @Handles(putBotStorage)
  put(@Actor() actor: Principal, @Parameters() { storage }: BotStorage) {
    return this.storage.put(actor, storage);
  }

  @Handles(getBotStorage)
  get(@Actor() actor: Principal, @Parameters() { keys }: BotStorageKeys) {
    return this.storage.get(actor, keys);
  }

  @Handles(deleteBotStorage)
  delete(@Actor() actor: Principal, @Parameters() { keys }: BotStorageKeys) {
    return this.storage.delete(actor, keys);
  }
}
