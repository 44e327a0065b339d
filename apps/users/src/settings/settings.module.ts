import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { EmailChangesService } from './email-changes.service.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [AccountChangesModule, MailModule, PasswordsModule, TryLimitsModule],
  controllers: [SettingsController],
  providers: [EmailChangesService, SettingsService],
})
export class SettingsModule {}
