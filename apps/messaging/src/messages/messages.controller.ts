import { GetMessage, RenderMarkdown, SendMessage, TellGroupMembers } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MessagesService } from './messages.service.js';
import { GroupNotices } from './notices/group-notices.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly groupNotices: GroupNotices,
  ) {}

  @MessagePattern(SendMessage.pattern)
  send(@Payload() request: SendMessage) {
    return this.messages.send(request);
  }

  @MessagePattern(GetMessage.pattern)
  get(@Payload() request: GetMessage) {
    return this.messages.get(request);
  }

  @MessagePattern(TellGroupMembers.pattern)
  tellGroupMembers(@Payload() request: TellGroupMembers) {
    return this.groupNotices.notify(request.realmId, request, request.changeId);
  }

  @MessagePattern(RenderMarkdown.pattern)
  render(@Payload() request: RenderMarkdown) {
    return this.messages.preview(request);
  }
}
