import { DeleteBotStorage, GetBotStorage, PutBotStorage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { BotStorageHandler } from './bot-storage.handler.js';

@Controller()
export class BotStorageRpc {
  constructor(private readonly storage: BotStorageHandler) {}

  @MessagePattern(PutBotStorage.pattern)
  put(@Payload() request: PutBotStorage) {
    return this.storage.put(request);
  }

  @MessagePattern(GetBotStorage.pattern)
  get(@Payload() request: GetBotStorage) {
    return this.storage.get(request);
  }

  @MessagePattern(DeleteBotStorage.pattern)
  delete(@Payload() request: DeleteBotStorage) {
    return this.storage.delete(request);
  }
}
