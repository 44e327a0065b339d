import { runService } from '@chat/service-kit';
import { MessagingModule } from './messaging.module.js';

/** Resolves when the service serves. */
export const started = runService('messaging', MessagingModule);
