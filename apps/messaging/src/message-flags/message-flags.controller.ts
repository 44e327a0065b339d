import {
  FlagUpdate,
  getReadReceipts,
  type LoggedEvent,
  MessageSelection,
  MutedUsersChanged,
  type MutedUsersChangedPayload,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  NarrowFlagUpdate,
  Principal,
  ReadMutedMessages,
  StreamSelection,
  SubscriptionsRemoved,
  type SubscriptionsRemovedPayload,
  TopicSelection,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { MessageFlagsService } from './message-flags.service.js';
import { ReadMarks } from './read-marks.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Controller()
export class MessageFlagsController {
  constructor(
    private readonly flags: MessageFlagsService,
    private readonly readMarks: ReadMarks,
    private readonly readReceipts: ReadReceiptsService,
  ) {}

  @Handles(updateMessageFlags)
  update(@Actor() actor: Principal, @Parameters() update: FlagUpdate) {
    return this.flags.update(actor, update);
  }

  @Handles(updateMessageFlagsForNarrow)
  updateForNarrow(@Actor() actor: Principal, @Parameters() update: NarrowFlagUpdate) {
    return this.flags.updateForNarrow(actor, update);
  }

  @Handles(markAllAsRead)
  markAllAsRead(@Actor() actor: Principal) {
    return this.flags.markAllAsRead(actor);
  }

  @Handles(markStreamAsRead)
  markStreamAsRead(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection) {
    return this.flags.markStreamAsRead(actor, streamId);
  }

  @Handles(markTopicAsRead)
  markTopicAsRead(@Actor() actor: Principal, @Parameters() { streamId, topicName }: TopicSelection) {
    return this.flags.markTopicAsRead(actor, streamId, topicName);
  }

  @Handles(getReadReceipts, { mayReadStandby: true })
  getReadReceipts(@Actor() actor: Principal, @Parameters() { messageId }: MessageSelection) {
    return this.readReceipts.readersOf(actor, messageId);
  }

  @MessagePattern(ReadMutedMessages.pattern)
  readMuted(@Payload() request: ReadMutedMessages) {
    return this.readMarks.readMuted(request);
  }

  @EventPattern(MutedUsersChanged.type, { group: 'messaging-muted-users' })
  onMutedUsersChanged(@Payload() { realmId, payload }: LoggedEvent<MutedUsersChangedPayload>) {
    return this.readMarks.onMutedUsersChanged(realmId, payload);
  }

  @EventPattern(SubscriptionsRemoved.type, { group: 'messaging-flags' })
  onSubscriptionsRemoved(@Payload() { realmId, payload }: LoggedEvent<SubscriptionsRemovedPayload>) {
    return this.readMarks.readLeft(realmId, payload.removed);
  }
}
