import { runService } from '@chat/service-kit';
import { UsersModule } from './users.module.js';

await runService('users', UsersModule);
