import { Module } from '@nestjs/common';
import { ApiKeyVault } from './api-key-vault.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { OperatorApiKeyService } from './operator-api-key.service.js';

@Module({
  controllers: [ApiKeysController],
  providers: [{ provide: ApiKeyVault, useFactory: () => new ApiKeyVault() }, ApiKeysService, OperatorApiKeyService],
  exports: [ApiKeyVault],
})
export class ApiKeysModule {}
