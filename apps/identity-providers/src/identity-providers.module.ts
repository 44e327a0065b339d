import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { FlowsModule } from './flows/flows.module.js';
import { IDENTITY_PROVIDERS } from './identity-providers.options.js';
import { ProvidersModule } from './providers/providers.module.js';

@Module({ imports: [ServiceModule.forRoot(IDENTITY_PROVIDERS), ProvidersModule, FlowsModule] })
export class IdentityProvidersModule {}
