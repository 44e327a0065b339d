import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { EmailChangesService } from './email-changes.service.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [MailModule, PasswordsModule, RealmModule, TryLimitsModule],
  controllers: [SettingsController],
  providers: [EmailChangesService],
})
export class SettingsModule {}
