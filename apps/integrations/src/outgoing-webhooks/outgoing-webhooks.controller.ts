import { BotsTriggered, type BotsTriggeredPayload, CallBots, type LoggedEvent } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { BotRequestsService } from './bot-requests.service.js';

@Controller()
export class OutgoingWebhooksController {
  constructor(private readonly requests: BotRequestsService) {}

  @MessagePattern(CallBots.pattern)
  call(@Payload() request: CallBots) {
    return this.requests.accept(request);
  }

  @EventPattern(BotsTriggered.type, { group: 'integrations-outgoing-webhooks' })
  onTriggered(@Payload() { realmId, payload }: LoggedEvent<BotsTriggeredPayload>) {
    return this.requests.accept({ realmId, ...payload });
  }
}
