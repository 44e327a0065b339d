import { GetMessageForBot, getMessage, MessageView, Principal } from '@chat/contracts';
import { Actor, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SingleMessages } from './single-messages.js';

@Controller()
export class MessageViewsController {
  constructor(private readonly messages: SingleMessages) {}

  @Handles(getMessage, { mayReadStandby: true })
  get(@Actor() actor: Principal | null, @RealmId() realmId: number, @Parameters() view: MessageView) {
    return this.messages.get({ ...view, actor, realmId }, view.messageId);
  }

  @MessagePattern(GetMessageForBot.pattern)
  getForBot(@Payload() request: GetMessageForBot) {
    return this.messages.getForBot(request);
  }
}
