import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FileClaimsModule } from '../file-claims/file-claims.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { BotOwnerNotices } from './notices/bot-owner-notices.js';
import { GroupNotices } from './notices/group-notices.js';
import { NoticesController } from './notices/notices.controller.js';
import { Notices } from './notices/notices.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { RenderingController } from './rendering/rendering.controller.js';
import { DirectRecipients } from './send/direct-recipients.js';
import { GroupCommit } from './send/group-commit.js';
import { PrepareMessage } from './send/prepare-message.js';
import { SendOnceController } from './send/send-once.controller.js';
import { SendOnceService } from './send/send-once.service.js';
import { StreamRecipients } from './send/stream-recipients.js';
import { WildcardMentions } from './send/wildcard-mentions.js';
import { MessageViewsController } from './view/message-views.controller.js';
import { ShowMessages } from './view/show-messages.js';
import { SingleMessages } from './view/single-messages.js';

const SHARED = [
  MessageRenderer,
  DirectRecipients,
  StreamRecipients,
  WildcardMentions,
  PrepareMessage,
  GroupCommit,
  Notices,
  MessagesService,
  ShowMessages,
];

/** Sending, rendering and showing messages. Exports the providers with which other features do so. */
@Module({
  imports: [AccessModule, FileClaimsModule],
  controllers: [MessagesController, SendOnceController, MessageViewsController, RenderingController, NoticesController],
  providers: [...SHARED, SendOnceService, SingleMessages, BotOwnerNotices, GroupNotices],
  exports: [...SHARED, AccessModule, FileClaimsModule],
})
export class MessagesModule {}
