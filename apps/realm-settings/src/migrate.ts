import { migrateService } from '@chat/persistence';
import { REALM_SETTINGS } from './realm-settings.options.js';

await migrateService(REALM_SETTINGS);
