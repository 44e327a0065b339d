import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProjectionsModule } from '../projections/projections.module.js';
import { StreamRecordsModule } from '../stream-records/stream-records.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { BotOwnerNotices } from './notices/bot-owner-notices.js';
import { GroupNotices } from './notices/group-notices.js';
import { Notices } from './notices/notices.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { CheckRecipient } from './send/check-recipient.js';
import { DirectRecipients } from './send/direct-recipients.js';
import { GroupCommit } from './send/group-commit.js';
import { PrepareMessage } from './send/prepare-message.js';
import { PrepareRequestedMessage } from './send/prepare-requested-message.js';
import { ShowMessages } from './view/show-messages.js';

const SHARED = [
  MessageRenderer,
  DirectRecipients,
  CheckRecipient,
  PrepareMessage,
  GroupCommit,
  Notices,
  PrepareRequestedMessage,
  ShowMessages,
];

/** Sending, rendering and showing messages. Exports what other features send and show messages with. */
@Module({
  imports: [AccessModule, ProjectionsModule, StreamRecordsModule],
  controllers: [MessagesController],
  providers: [...SHARED, BotOwnerNotices, GroupNotices, MessagesService],
  exports: SHARED,
})
export class MessagesModule {}
