import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { BotsModule } from './bots/bots.module.js';
import { IncomingWebhooksModule } from './incoming-webhooks/incoming-webhooks.module.js';
import { INTEGRATIONS } from './integrations.options.js';

@Module({ imports: [ServiceModule.forRoot(INTEGRATIONS), BotsModule, IncomingWebhooksModule] })
export class IntegrationsModule {}
