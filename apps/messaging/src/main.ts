import { runServiceFrom } from '@chat/service-kit';
import { MessagingModule } from './messaging.module.js';

await runServiceFrom('messaging', (resources) => MessagingModule.with(resources), { hasPreferredReplicas: true });
