import { GetApiKeyAsOperator, Principal, regenerateApiKey } from '@chat/contracts';
import { Actor, Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysController {
  constructor(private readonly apiKeys: ApiKeysService) {}

  @Handles(regenerateApiKey)
  regenerate(@Actor() actor: Principal) {
    return this.apiKeys.regenerate(actor);
  }

  @MessagePattern(GetApiKeyAsOperator.pattern)
  getAsOperator(@Payload() request: GetApiKeyAsOperator) {
    return this.apiKeys.getAsOperator(request);
  }
}
