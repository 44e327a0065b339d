import { runService } from '@chat/runtime';
import { UsersModule } from './users.module.js';

await runService('users', (resources) => UsersModule.with(resources));
