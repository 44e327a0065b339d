import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { BotConfigurations } from './bot-configurations.js';
import { BotStreamsConsumer } from './bot-streams.consumer.js';
import { BotStreams } from './bot-streams.js';
import { BotsController } from './bots.controller.js';
import { BotsService } from './bots.service.js';
import { UpdateBotService } from './update-bot.service.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [BotsController, BotStreamsConsumer],
  providers: [BotConfigurations, BotsService, BotStreams, UpdateBotService],
})
export class BotsModule {}
