import { runService } from '@chat/service-kit';
import { UsersModule } from './users.module.js';

/** Resolves when the service serves. */
export const started = runService('users', UsersModule);
