import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { UserSettingsDefaultsController } from './user-settings-defaults.controller.js';
import { UserSettingsDefaultsService } from './user-settings-defaults.service.js';

@Module({
  imports: [RealmModule],
  controllers: [UserSettingsDefaultsController],
  providers: [UserSettingsDefaultsService],
})
export class UserSettingsDefaultsModule {}
