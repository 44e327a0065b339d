import { NewMessage, Principal, sendMessage } from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Actor, ClientName, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { MessagesService } from './messages.service.js';

@Controller()
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Handles(sendMessage)
  send(
    @Actor() sender: Principal,
    @Parameters() message: NewMessage,
    @ClientName() clientName: string,
    @Ctx() context: RpcContext,
  ) {
    return this.messages.send({ ...message, sender, clientName }, context.request);
  }
}
