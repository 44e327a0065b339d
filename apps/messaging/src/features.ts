import type { Type } from '@nestjs/common';
import { DraftsModule } from './drafts/drafts.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';

/** The feature modules, each with its rpc controllers and handlers. A new one is added here. */
export const FEATURES: readonly Type[] = [DraftsModule, MessagesModule, ReactionsModule];
