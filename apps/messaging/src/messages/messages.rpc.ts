import { GetMessage, RenderMarkdown, SendMessage } from '@chat/contracts';
import { RpcContext } from '@chat/transport';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { checkedContent } from '../names/check-text.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { SendMessageHandler } from './send/send-message.handler.js';
import { GetMessageHandler } from './view/get-message.handler.js';

@Controller()
export class MessagesRpc {
  constructor(
    private readonly sendMessage: SendMessageHandler,
    private readonly getMessage: GetMessageHandler,
    private readonly renderer: MessageRenderer,
  ) {}

  @MessagePattern(SendMessage.pattern)
  send(@Payload() request: SendMessage, @Ctx() context: RpcContext) {
    return this.sendMessage.handle(request, context);
  }

  @MessagePattern(GetMessage.pattern)
  get(@Payload() request: GetMessage) {
    return this.getMessage.handle(request);
  }

  @MessagePattern(RenderMarkdown.pattern)
  async render(@Payload() { actor, content }: RenderMarkdown) {
    return { rendered: (await this.renderer.render(actor, checkedContent(content))).html };
  }
}
