import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { EgressModule } from '../egress/egress.module.js';
import { AskBot } from './ask-bot.js';
import { BotRequestsRepository } from './bot-requests.repository.js';
import { BotRequestsService } from './bot-requests.service.js';
import { OutgoingWebhooksController } from './outgoing-webhooks.controller.js';
import { SendOutcome } from './send-outcome.js';

/** Outgoing webhook bots: messages to them become requests to the addresses of their owners, and the answers become replies. */
@Module({
  imports: [BotsModule, EgressModule],
  controllers: [OutgoingWebhooksController],
  providers: [BotRequestsRepository, BotRequestsService, AskBot, SendOutcome],
})
export class OutgoingWebhooksModule {}
