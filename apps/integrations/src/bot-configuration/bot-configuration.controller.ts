import { CheckBotConfiguration, ListBotIntegrations } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { BotConfigurationService } from './bot-configuration.service.js';

@Controller()
export class BotConfigurationController {
  constructor(private readonly configurations: BotConfigurationService) {}

  @MessagePattern(CheckBotConfiguration.pattern)
  check(@Payload() { serviceName, configData }: CheckBotConfiguration) {
    return this.configurations.check(serviceName, configData);
  }

  @MessagePattern(ListBotIntegrations.pattern)
  list() {
    return this.configurations.list();
  }
}
