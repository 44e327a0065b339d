import { Module } from '@nestjs/common';
import { ApiKeyVault } from './api-key-vault.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeyVault, ApiKeysService],
  exports: [ApiKeyVault, ApiKeysService],
})
export class ApiKeysModule {}
