import { migrateService } from '@chat/persistence';
import { FILES } from './files.options.js';

await migrateService(FILES);
