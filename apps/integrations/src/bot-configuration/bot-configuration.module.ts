import { Module } from '@nestjs/common';
import { TemplatesModule } from '../incoming-webhooks/templates/templates.module.js';
import { BotConfigurationController } from './bot-configuration.controller.js';
import { BotConfigurationService } from './bot-configuration.service.js';

@Module({ imports: [TemplatesModule], controllers: [BotConfigurationController], providers: [BotConfigurationService] })
export class BotConfigurationModule {}
