import { runService } from '@chat/service-kit';
import { MessagingModule } from './messaging.module.js';

await runService('messaging', MessagingModule);
