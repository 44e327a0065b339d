import { migrateService } from '@chat/service-kit';
import { USERS } from './users.options.js';

await migrateService(USERS);
