import { Module } from '@nestjs/common';
import { FlowsModule } from '../flows/flows.module.js';
import { ProviderLogoutModule } from '../provider-logout/provider-logout.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { SamlController } from './saml.controller.js';
import { SamlService } from './saml.service.js';
import { SamlLogoutService } from './saml-logout.service.js';
import { ServiceProvider } from './service-provider.js';
import { UsedDocuments } from './used-documents.js';

@Module({
  imports: [FlowsModule, ProviderLogoutModule, ProvidersModule],
  controllers: [SamlController],
  providers: [SamlService, SamlLogoutService, ServiceProvider, UsedDocuments],
})
export class SamlModule {}
