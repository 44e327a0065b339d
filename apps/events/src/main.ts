import { runService } from '@chat/runtime';
import { EventsModule } from './events.module.js';

await runService('events', (resources) => EventsModule.with(resources));
