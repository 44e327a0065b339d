import { migrateService } from '@chat/persistence';
import { MESSAGING } from './messaging.options.js';

await migrateService(MESSAGING);
