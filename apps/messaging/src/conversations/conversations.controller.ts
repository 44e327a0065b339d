import { ConversationSelection, getConversations, Principal } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { ConversationsService } from './conversations.service.js';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Handles(getConversations, { mayReadStandby: true })
  getPage(@Actor() actor: Principal, @Parameters() selection: ConversationSelection) {
    return this.conversations.getPage(actor, selection);
  }
}
