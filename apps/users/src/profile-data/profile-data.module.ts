import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { ChangedFieldsService } from './changed-fields.service.js';
import { ProfileDataController } from './profile-data.controller.js';
import { ProfileValuesService } from './profile-values.service.js';

@Module({
  imports: [AccountChangesModule],
  controllers: [ProfileDataController],
  providers: [ProfileValuesService, ChangedFieldsService],
  exports: [ProfileValuesService],
})
export class ProfileDataModule {}
