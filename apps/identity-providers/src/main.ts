import { runService } from '@chat/service-kit';
import { IdentityProvidersModule } from './identity-providers.module.js';

await runService('identity-providers', IdentityProvidersModule);
