import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FileClaimsModule } from '../file-claims/file-claims.module.js';
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
import { MessagesForBots } from './view/messages-for-bots.js';
import { ShowMessages } from './view/show-messages.js';

const SHARED = [
  MessageRenderer,
  DirectRecipients,
  CheckRecipient,
  PrepareMessage,
  GroupCommit,
  Notices,
  MessagesService,
  ShowMessages,
];

/** Sending, rendering and showing messages. Exports the providers with which other features do so. */
@Module({
  imports: [AccessModule, FileClaimsModule],
  controllers: [MessagesController],
  providers: [...SHARED, BotOwnerNotices, GroupNotices, MessagesForBots],
  exports: [...SHARED, AccessModule, FileClaimsModule],
})
export class MessagesModule {}
