import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { DeviceKeysModule } from '../device-keys/device-keys.module.js';
import { KnownBrowsersModule } from '../known-browsers/known-browsers.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { LoginTokensModule } from '../login-tokens/login-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { SecondStepService } from './second-step.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { SignInCompletionService } from './sign-in-completion.service.js';

@Module({
  imports: [
    AccountChangesModule,
    DeviceKeysModule,
    KnownBrowsersModule,
    LdapModule,
    LoginTokensModule,
    PasswordsModule,
    SecondFactorsModule,
    SessionsModule,
    TryLimitsModule,
  ],
  controllers: [SignInController],
  providers: [PasswordSignInService, SecondStepService, SignInCompletionService, SignInService],
  exports: [SignInCompletionService],
})
export class SignInModule {}
