import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { BotConfigurationModule } from './bot-configuration/bot-configuration.module.js';
import { BotsModule } from './bots/bots.module.js';
import { EventWebhooksModule } from './event-webhooks/event-webhooks.module.js';
import { IncomingWebhooksModule } from './incoming-webhooks/incoming-webhooks.module.js';
import { INTEGRATIONS } from './integrations.options.js';
import { OutgoingWebhooksModule } from './outgoing-webhooks/outgoing-webhooks.module.js';

@Module({
  imports: [
    ServiceModule.forRoot(INTEGRATIONS),
    BotConfigurationModule,
    BotsModule,
    EventWebhooksModule,
    IncomingWebhooksModule,
    OutgoingWebhooksModule,
  ],
})
export class IntegrationsModule {}
