import {
  type LoggedEvent,
  NotifyBotOwner,
  TellGroupMembers,
  UserGroupMembersChanged,
  type UserGroupMembersChangedPayload,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { BotOwnerNotices } from './bot-owner-notices.js';
import { GroupNotices } from './group-notices.js';

@Controller()
export class NoticesController {
  constructor(
    private readonly groupNotices: GroupNotices,
    private readonly botOwnerNotices: BotOwnerNotices,
  ) {}

  @MessagePattern(NotifyBotOwner.pattern)
  notifyBotOwner(@Payload() { realmId, botId, problem }: NotifyBotOwner) {
    return this.botOwnerNotices.notify(realmId, botId, problem);
  }

  @MessagePattern(TellGroupMembers.pattern)
  tellGroupMembers(@Payload() request: TellGroupMembers) {
    return this.groupNotices.notify(request.realmId, request, request.changeId);
  }

  @EventPattern(UserGroupMembersChanged.type, { group: 'messaging-group-notices' })
  onGroupMembersChanged(@Payload() event: LoggedEvent<UserGroupMembersChangedPayload>) {
    return this.groupNotices.onMembersChanged(event);
  }
}
