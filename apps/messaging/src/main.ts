import { runService } from '@chat/runtime';
import { MessagingModule } from './messaging.module.js';

await runService('messaging', (resources) => MessagingModule.with(resources), { hasHomes: true });
