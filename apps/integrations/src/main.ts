import { runService } from '@chat/service-kit';
import { IntegrationsModule } from './integrations.module.js';

await runService('integrations', IntegrationsModule);
