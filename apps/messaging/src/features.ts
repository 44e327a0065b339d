import type { Type } from '@nestjs/common';
import { DraftsModule } from './drafts/drafts.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { RegisterModule } from './register/register.module.js';
import { ScheduledMessagesModule } from './scheduled-messages/scheduled-messages.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** The feature modules, each with its rpc controllers and handlers. A new one is added here. */
export const FEATURES: readonly Type[] = [
  SubscriptionsModule,
  StreamsModule,
  RegisterModule,
  DraftsModule,
  MessagesModule,
  ReactionsModule,
  ScheduledMessagesModule,
];
