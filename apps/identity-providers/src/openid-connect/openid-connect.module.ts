import { Module } from '@nestjs/common';
import { FlowsModule } from '../flows/flows.module.js';
import { ProviderLogoutModule } from '../provider-logout/provider-logout.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { OpenIdConnectController } from './openid-connect.controller.js';
import { OpenIdConnectService } from './openid-connect.service.js';
import { OpenIdConnectLogoutService } from './openid-connect-logout.service.js';
import { ProviderConnections } from './provider-connections.js';

@Module({
  imports: [FlowsModule, ProviderLogoutModule, ProvidersModule],
  controllers: [OpenIdConnectController],
  providers: [OpenIdConnectService, OpenIdConnectLogoutService, ProviderConnections],
})
export class OpenIdConnectModule {}
