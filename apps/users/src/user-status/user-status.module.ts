import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { UserStatusController } from './user-status.controller.js';

@Module({ imports: [AccountChangesModule], controllers: [UserStatusController] })
export class UserStatusModule {}
