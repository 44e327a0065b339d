import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { Module } from '@nestjs/common';
import { ProfileFields } from '../realm/profile-fields.js';
import { RealmModule } from '../realm/realm.module.js';
import { ChangedFieldsService } from './changed-fields.service.js';
import { ProfileDataController } from './profile-data.controller.js';
import { ProfileDataService } from './profile-data.service.js';
import { ProfileValuesService } from './profile-values.service.js';

@Module({
  imports: [RealmModule],
  controllers: [ProfileDataController],
  providers: [
    ProfileDataService,
    ProfileValuesService,
    {
      provide: ChangedFieldsService,
      inject: [Database, ProfileFields, LogReader],
      useFactory: (database: Database, fields: ProfileFields, reader: LogReader) =>
        new ChangedFieldsService(database, fields, reader),
    },
  ],
  exports: [ProfileValuesService],
})
export class ProfileDataModule {}
