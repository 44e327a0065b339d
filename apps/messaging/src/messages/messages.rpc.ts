import { GetMessage, RenderMarkdown, SendMessage, TellGroupMembers } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { checkedContent } from '../names/check-text.js';
import { GroupNotices } from './notices/group-notices.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { SendMessageHandler } from './send/send-message.handler.js';
import { GetMessageHandler } from './view/get-message.handler.js';

@Controller()
export class MessagesRpc {
  constructor(
    private readonly sendMessage: SendMessageHandler,
    private readonly getMessage: GetMessageHandler,
    private readonly renderer: MessageRenderer,
    private readonly groupNotices: GroupNotices,
  ) {}

  @MessagePattern(SendMessage.pattern)
  send(@Payload() request: SendMessage, @Ctx() context: RpcContext) {
    return this.sendMessage.handle(request, context);
  }

  @MessagePattern(GetMessage.pattern)
  get(@Payload() request: GetMessage) {
    return this.getMessage.handle(request);
  }

  @MessagePattern(TellGroupMembers.pattern)
  tellGroupMembers(@Payload() request: TellGroupMembers) {
    return this.groupNotices.tell(request.realmId, request, request.changeId);
  }

  @MessagePattern(RenderMarkdown.pattern)
  async render(@Payload() { actor, content }: RenderMarkdown) {
    return { rendered: (await this.renderer.render(actor, checkedContent(content))).html };
  }
}
