import { Module } from '@nestjs/common';
import { ProviderLogoutService } from './provider-logout.service.js';

@Module({ providers: [ProviderLogoutService], exports: [ProviderLogoutService] })
export class ProviderLogoutModule {}
