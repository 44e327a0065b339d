import { runService } from '@chat/service-kit';
import { EventsModule } from './events.module.js';

await runService('events', EventsModule);
