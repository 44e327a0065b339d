import { DeleteBotStorage, GetBotStorage, PutBotStorage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { BotStorageService } from './bot-storage.service.js';

@Controller()
export class BotStorageController {
  constructor(private readonly storage: BotStorageService) {}

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
