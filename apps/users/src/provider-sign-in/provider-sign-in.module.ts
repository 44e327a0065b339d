import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AccountSyncModule } from '../account-sync/account-sync.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { SignUpsModule } from '../sign-ups/sign-ups.module.js';
import { ProviderSignInController } from './provider-sign-in.controller.js';
import { ProviderSignInService } from './provider-sign-in.service.js';

@Module({
  imports: [AccountChangesModule, AccountSyncModule, SignInModule, SignUpsModule],
  controllers: [ProviderSignInController],
  providers: [ProviderSignInService],
})
export class ProviderSignInModule {}
