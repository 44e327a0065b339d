import { Module } from '@nestjs/common';
import { BotConfigurationController } from './bot-configuration.controller.js';
import { BotConfigurationService } from './bot-configuration.service.js';

@Module({ controllers: [BotConfigurationController], providers: [BotConfigurationService] })
export class BotConfigurationModule {}
