import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { SignInController } from './sign-in.controller.js';

@Module({
  imports: [AccountChangesModule, LdapModule, TryLimitsModule],
  controllers: [SignInController],
})
export class SignInModule {}
