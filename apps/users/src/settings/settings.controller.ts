import { UpdateOwnSettings } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @MessagePattern(UpdateOwnSettings.pattern)
  update(@Payload() request: UpdateOwnSettings) {
    return this.settings.handle(request);
  }
}
