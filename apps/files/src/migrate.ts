import { migrateService } from '@chat/service-kit';
import { FILES } from './files.options.js';

await migrateService(FILES);
