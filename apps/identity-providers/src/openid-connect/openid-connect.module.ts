import { Module } from '@nestjs/common';
import { FlowsModule } from '../flows/flows.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { OpenIdConnectController } from './openid-connect.controller.js';
import { OpenIdConnectService } from './openid-connect.service.js';

@Module({
  imports: [FlowsModule, ProvidersModule],
  controllers: [OpenIdConnectController],
  providers: [OpenIdConnectService],
})
export class OpenIdConnectModule {}
