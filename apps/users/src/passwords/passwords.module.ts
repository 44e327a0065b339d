import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { MailModule } from '../mail/mail.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { endEstimator } from './estimator.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { PasswordsController } from './passwords.controller.js';

@Module({
  imports: [AccountChangesModule, LdapModule, MailModule, TryLimitsModule],
  controllers: [PasswordsController],
  providers: [PasswordChangesService, PasswordResetsService],
  exports: [PasswordChangesService],
})
export class PasswordsModule implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return endEstimator();
  }
}
