import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { IDENTITY_PROVIDERS } from './identity-providers.options.js';
import { OpenIdConnectModule } from './openid-connect/openid-connect.module.js';
import { SamlModule } from './saml/saml.module.js';

@Module({ imports: [ServiceModule.forRoot(IDENTITY_PROVIDERS), OpenIdConnectModule, SamlModule] })
export class IdentityProvidersModule {}
