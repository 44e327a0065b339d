import { runServiceFrom } from '@chat/service-kit';
import { UsersModule } from './users.module.js';

await runServiceFrom('users', (resources) => UsersModule.with(resources));
