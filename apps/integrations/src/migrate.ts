import { migrateService } from '@chat/service-kit';
import { INTEGRATIONS } from './integrations.options.js';

await migrateService(INTEGRATIONS);
