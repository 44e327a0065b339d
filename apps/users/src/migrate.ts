import { migrateService } from '@chat/persistence';
import { USERS } from './users.options.js';

await migrateService(USERS);
