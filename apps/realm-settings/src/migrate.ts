import { migrateService } from '@chat/service-kit';
import { REALM_SETTINGS } from './realm-settings.options.js';

await migrateService(REALM_SETTINGS);
