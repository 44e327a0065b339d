import {
  GetReadReceipts,
  MarkAllAsRead,
  MarkStreamAsRead,
  MarkTopicAsRead,
  ReadMutedMessages,
  UpdateMessageFlags,
  UpdateMessageFlagsForNarrow,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FlagsHandler } from './flags.handler.js';
import { MutedUsers } from './muted-users.js';
import { ReadReceiptsHandler } from './read-receipts.handler.js';
import { UpdateFlagsForNarrowHandler } from './update-flags-for-narrow.handler.js';

@Controller()
export class FlagsRpc {
  constructor(
    private readonly flags: FlagsHandler,
    private readonly readReceipts: ReadReceiptsHandler,
    private readonly flagsForNarrow: UpdateFlagsForNarrowHandler,
    private readonly mutedUsers: MutedUsers,
  ) {}

  @MessagePattern(UpdateMessageFlags.pattern)
  async update(@Payload() request: UpdateMessageFlags) {
    return { messages: (await this.flags.update(request)).messages };
  }

  @MessagePattern(UpdateMessageFlagsForNarrow.pattern)
  updateForNarrow(@Payload() request: UpdateMessageFlagsForNarrow) {
    return this.flagsForNarrow.handle(request);
  }

  @MessagePattern(MarkAllAsRead.pattern)
  markAllAsRead(@Payload() request: MarkAllAsRead) {
    return this.flags.markAllAsRead(request.actor);
  }

  @MessagePattern(MarkStreamAsRead.pattern)
  markStreamAsRead(@Payload() request: MarkStreamAsRead) {
    return this.flags.markStreamAsRead(request);
  }

  @MessagePattern(MarkTopicAsRead.pattern)
  markTopicAsRead(@Payload() request: MarkTopicAsRead) {
    return this.flags.markTopicAsRead(request);
  }

  @MessagePattern(ReadMutedMessages.pattern)
  readMuted(@Payload() request: ReadMutedMessages) {
    return this.mutedUsers.read(request);
  }

  @MessagePattern(GetReadReceipts.pattern)
  async getReadReceipts(@Payload() request: GetReadReceipts) {
    return { userIds: await this.readReceipts.handle(request) };
  }
}
