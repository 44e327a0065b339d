import {
  FindPersonByName,
  GetMessageForBot,
  getMessage,
  type LoggedEvent,
  MarkdownText,
  MessageView,
  NewMessage,
  NotifyBotOwner,
  Principal,
  renderMessage,
  SendMessageOnce,
  sendMessage,
  TellGroupMembers,
  UserGroupMembersChanged,
  type UserGroupMembersChangedPayload,
} from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Actor, ClientName, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { MessagesService } from './messages.service.js';
import { BotOwnerNotices } from './notices/bot-owner-notices.js';
import { GroupNotices } from './notices/group-notices.js';
import { MessagesForBots } from './view/messages-for-bots.js';

@Controller()
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly groupNotices: GroupNotices,
    private readonly botOwnerNotices: BotOwnerNotices,
    private readonly forBots: MessagesForBots,
  ) {}

  @Handles(sendMessage)
  send(
    @Actor() sender: Principal,
    @Parameters() message: NewMessage,
    @ClientName() clientName: string,
    @Ctx() context: RpcContext,
  ) {
    return this.messages.send({ ...message, sender, clientName }, context.request);
  }

  @Handles(getMessage, { mayReadStandby: true })
  get(@Actor() actor: Principal | null, @RealmId() realmId: number, @Parameters() view: MessageView) {
    return this.messages.get({ ...view, actor, realmId }, view.messageId);
  }

  @Handles(renderMessage)
  render(@Actor() actor: Principal, @Parameters() { content }: MarkdownText) {
    return this.messages.preview(actor, content);
  }

  @MessagePattern(SendMessageOnce.pattern)
  sendOnce(@Payload() request: SendMessageOnce, @Ctx() context: RpcContext) {
    return this.messages.sendOnce(request, context.request);
  }

  @MessagePattern(NotifyBotOwner.pattern)
  notifyBotOwner(@Payload() { realmId, botId, problem }: NotifyBotOwner) {
    return this.botOwnerNotices.notify(realmId, botId, problem);
  }

  @MessagePattern(FindPersonByName.pattern)
  findPerson(@Payload() { realmId, names }: FindPersonByName) {
    return this.messages.findPerson(realmId, names);
  }

  @MessagePattern(GetMessageForBot.pattern)
  getForBot(@Payload() request: GetMessageForBot) {
    return this.forBots.get(request);
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
