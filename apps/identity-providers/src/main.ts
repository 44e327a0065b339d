import { runService } from '@chat/service-kit';
import { IdentityProvidersModule } from './identity-providers.module.js';

/** Resolves when the service serves. */
export const started = runService('identity-providers', IdentityProvidersModule);
