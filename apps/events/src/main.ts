import { runService } from '@chat/service-kit';
import { EventsModule } from './events.module.js';

/** Resolves when the service serves. */
export const started = runService('events', EventsModule);
