import { listIntegrations, ReceiveWebhook, RequireIntegration } from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import { describeIntegration } from './integration-description.js';
import { IntegrationList } from './integration-list.js';

@Controller()
export class IncomingWebhooksController {
  constructor(
    private readonly webhooks: IncomingWebhooksService,
    private readonly integrations: IntegrationList,
  ) {}

  @Handles(listIntegrations)
  list() {
    return { integrations: this.integrations.all.map(describeIntegration) };
  }

  @MessagePattern(RequireIntegration.pattern)
  require(@Payload() { name }: RequireIntegration): void {
    this.integrations.get(name);
  }

  @MessagePattern(ReceiveWebhook.pattern)
  receive(@Payload() request: ReceiveWebhook, @Ctx() context: RpcContext) {
    return this.webhooks.receive(request, context.request);
  }
}
