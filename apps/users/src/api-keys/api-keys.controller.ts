import { GetApiKeyAsOperator, RegenerateApiKey } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ApiKeysService } from './api-keys.service.js';
import { OperatorApiKeyService } from './operator-api-key.service.js';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly operatorApiKey: OperatorApiKeyService,
  ) {}

  @MessagePattern(RegenerateApiKey.pattern)
  regenerate(@Payload() request: RegenerateApiKey) {
    return this.apiKeys.handle(request);
  }

  @MessagePattern(GetApiKeyAsOperator.pattern)
  getAsOperator(@Payload() request: GetApiKeyAsOperator) {
    return this.operatorApiKey.handle(request);
  }
}
