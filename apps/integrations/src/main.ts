import { runService } from '@chat/service-kit';
import { IntegrationsModule } from './integrations.module.js';

/** Resolves when the service serves. */
export const started = runService('integrations', IntegrationsModule);
