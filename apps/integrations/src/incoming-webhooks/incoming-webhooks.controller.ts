import { ReceiveWebhook } from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';

@Controller()
export class IncomingWebhooksController {
  constructor(private readonly webhooks: IncomingWebhooksService) {}

  @MessagePattern(ReceiveWebhook.pattern)
  receive(@Payload() request: ReceiveWebhook, @Ctx() context: RpcContext) {
    return this.webhooks.receive(request, context.request);
  }
}
