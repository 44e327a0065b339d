import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { RealmCreationController } from './realm-creation.controller.js';
import { RealmCreationService } from './realm-creation.service.js';

@Module({
  imports: [AccountChangesModule, MailModule, SignInModule, TryLimitsModule],
  controllers: [RealmCreationController],
  providers: [RealmCreationService],
  exports: [RealmCreationService],
})
export class RealmCreationModule {}
