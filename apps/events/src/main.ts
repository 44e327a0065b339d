import { runServiceFrom } from '@chat/service-kit';
import { EventsModule } from './events.module.js';

await runServiceFrom('events', (resources) => EventsModule.with(resources));
