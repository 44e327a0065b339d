import { GetServerSettings } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ServerSettingsService } from './server-settings.service.js';

@Controller()
export class ServerSettingsController {
  constructor(private readonly serverSettings: ServerSettingsService) {}

  @MessagePattern(GetServerSettings.pattern)
  get(@Payload() { realmId }: GetServerSettings) {
    return this.serverSettings.get(realmId);
  }
}
