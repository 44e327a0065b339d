import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { BotsModule } from '../bots/bots.module.js';
import { IncomingWebhooksController } from './incoming-webhooks.controller.js';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import { IntegrationList } from './integration-list.js';
import { RefusalNotices } from './refusal-notices.js';
import { SenderCheck } from './sender-check.js';
import { TemplatesModule } from './templates/templates.module.js';

@Module({
  imports: [BotsModule, TemplatesModule],
  controllers: [IncomingWebhooksController],
  providers: [
    { provide: IntegrationList, useFactory: () => IntegrationList.load() },
    RefusalNotices,
    RealmRecords,
    SenderCheck,
    IncomingWebhooksService,
  ],
})
export class IncomingWebhooksModule {}
