import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AccountSyncModule } from '../account-sync/account-sync.module.js';
import { MailModule } from '../mail/mail.module.js';
import { RealmCreationModule } from '../realm-creation/realm-creation.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { NewPeopleService } from './new-people.service.js';
import { SignUpsController } from './sign-ups.controller.js';
import { SignUpsService } from './sign-ups.service.js';

@Module({
  imports: [AccountChangesModule, AccountSyncModule, MailModule, RealmCreationModule, SignInModule, TryLimitsModule],
  controllers: [SignUpsController],
  providers: [NewPeopleService, SignUpsService],
  exports: [NewPeopleService],
})
export class SignUpsModule {}
