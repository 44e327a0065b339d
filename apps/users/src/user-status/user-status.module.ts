import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { StatusEnds } from './status-ends.job.js';
import { UserStatusController } from './user-status.controller.js';
import { UserStatusService } from './user-status.service.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [UserStatusController],
  providers: [UserStatusService, StatusEnds],
})
export class UserStatusModule {}
