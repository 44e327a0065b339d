import { Module } from '@nestjs/common';
import { EmailChangesModule } from '../email-changes/email-changes.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [EmailChangesModule, PasswordsModule, RealmModule],
  controllers: [SettingsController],
})
export class SettingsModule {}
