import { Module } from '@nestjs/common';
import { IncomingWebhooksController } from './incoming-webhooks.controller.js';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import { IntegrationList } from './integration-list.js';
import { OwnerNotices } from './owner-notices.js';

@Module({
  controllers: [IncomingWebhooksController],
  providers: [
    { provide: IntegrationList, useFactory: () => IntegrationList.load() },
    OwnerNotices,
    IncomingWebhooksService,
  ],
})
export class IncomingWebhooksModule {}
