import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { SignInController } from './sign-in.controller.js';

@Module({
  imports: [ApiKeysModule, LdapModule, RealmModule, TryLimitsModule],
  controllers: [SignInController],
})
export class SignInModule {}
