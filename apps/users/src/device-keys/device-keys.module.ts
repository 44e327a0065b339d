import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DeviceKeysService } from './device-keys.service.js';

@Module({
  imports: [ApiKeysModule, SessionsModule],
  providers: [DeviceKeysService],
  exports: [DeviceKeysService],
})
export class DeviceKeysModule {}
