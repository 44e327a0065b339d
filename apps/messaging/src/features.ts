import type { Type } from '@nestjs/common';
import { MessagesModule } from './messages/messages.module.js';

/** The feature modules, each with its rpc controllers and handlers. A new one is added here. */
export const FEATURES: readonly Type[] = [MessagesModule];
