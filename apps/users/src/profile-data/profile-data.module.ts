import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { ChangedFieldsService } from './changed-fields.service.js';
import { ProfileDataController } from './profile-data.controller.js';
import { ProfileValuesService } from './profile-values.service.js';

@Module({
  imports: [RealmModule],
  controllers: [ProfileDataController],
  providers: [ProfileValuesService, ChangedFieldsService],
  exports: [ProfileValuesService],
})
export class ProfileDataModule {}
