import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { ProfileDataModule } from '../profile-data/profile-data.module.js';
import { RealmAccountsModule } from '../realm-accounts/realm-accounts.module.js';
import { ReadUsersService } from './read-users.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AccountChangesModule, MailModule, ProfileDataModule, RealmAccountsModule],
  controllers: [UsersController],
  providers: [ReadUsersService, UsersService],
})
export class UserAccountsModule {}
