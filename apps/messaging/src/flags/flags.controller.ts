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
import { FlagsService } from './flags.service.js';
import { MutedUsers } from './muted-users.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Controller()
export class FlagsController {
  constructor(
    private readonly flags: FlagsService,
    private readonly readReceipts: ReadReceiptsService,
    private readonly mutedUsers: MutedUsers,
  ) {}

  @MessagePattern(UpdateMessageFlags.pattern)
  async update(@Payload() request: UpdateMessageFlags) {
    return { messages: (await this.flags.update(request)).messages };
  }

  @MessagePattern(UpdateMessageFlagsForNarrow.pattern)
  updateForNarrow(@Payload() request: UpdateMessageFlagsForNarrow) {
    return this.flags.updateForNarrow(request);
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
    return { userIds: await this.readReceipts.readersOf(request) };
  }
}
