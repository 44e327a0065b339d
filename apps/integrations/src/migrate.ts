import { migrateService } from '@chat/persistence';
import { INTEGRATIONS } from './integrations.options.js';

await migrateService(INTEGRATIONS);
