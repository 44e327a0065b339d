import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { StatusEnds } from './status-ends.job.js';
import { UserStatusController } from './user-status.controller.js';

@Module({ imports: [AccountChangesModule], controllers: [UserStatusController], providers: [StatusEnds] })
export class UserStatusModule {}
