import { PictureTransfers } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AvatarMove } from './avatar-move.job.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [AvatarsController],
  providers: [AvatarsService, AvatarMove, PictureTransfers],
})
export class AvatarsModule {}
