import { migrateService } from '@chat/service-kit';
import { MESSAGING } from './messaging.options.js';

await migrateService(MESSAGING);
