import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { ConversationsModule } from './conversations/conversations.module.js';
import { DefaultStreamsModule } from './default-streams/default-streams.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { FileClaimsModule } from './file-claims/file-claims.module.js';
import { HistoryModule } from './history/history.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { MessageEditsModule } from './message-edits/message-edits.module.js';
import { MessageFlagsModule } from './message-flags/message-flags.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { MESSAGING } from './messaging.options.js';
import { OperatorModule } from './operator/operator.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { RegisterModule } from './register/register.module.js';
import { REGISTER_PARTS } from './register-parts.js';
import { ScheduledMessagesModule } from './scheduled-messages/scheduled-messages.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { SubmessagesModule } from './submessages/submessages.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { TypingModule } from './typing/typing.module.js';
import { UserTopicsModule } from './user-topics/user-topics.module.js';

/** The messaging service. Add the module of a new feature here. */
@Module({
  imports: [
    ServiceModule.forRoot(MESSAGING),
    JobsModule,
    TypingModule,
    OperatorModule,
    ConversationsModule,
    DefaultStreamsModule,
    SubscriptionsModule,
    StreamsModule,
    RegisterModule.with(REGISTER_PARTS),
    DraftsModule,
    FileClaimsModule,
    MessageEditsModule,
    MessageFlagsModule,
    HistoryModule,
    MessagesModule,
    ReactionsModule,
    ScheduledMessagesModule,
    SubmessagesModule,
    UserTopicsModule,
  ],
})
export class MessagingModule {}
